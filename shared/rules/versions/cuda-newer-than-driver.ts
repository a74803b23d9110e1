import { cudaError } from '../../formats/host/cuda-error'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { logsOf, warningsOf } from '../support/logs'
import { settingsOfNode } from '../support/settings'

const INSUFFICIENT = /CUDA driver version is insufficient/i

interface Cuda {
  readonly major: number
  readonly text: string
  readonly source: SourceRef
}

/** NCCL (or the program) was built for a newer CUDA than the driver has. Within one major release that works. */
export const cudaNewerThanDriver = defineRule({
  id: 'cuda-newer-than-driver',
  area: 'versions',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'a later line may show that init came to its end, or a compatibility package',
  check(node, context) {
    const said = [
      ...sectionsOf(node.parsed, cudaError)
        .filter((section) => section.value.kind === 'driver-too-old')
        .map((section) => refIn(section, section.value.line)),
      ...warningsOf(node, INSUFFICIENT, 'any').map(({ source }) => source),
      ...context.facts.runs.flatMap((run) =>
        run.nodes.includes(node.id) && run.failure && INSUFFICIENT.test(run.failure.value) ? run.failure.source : [],
      ),
    ]
    const logs = logsOf(node)
    const built = logs.flatMap((log) =>
      log.own(log.log.versions).flatMap((line): Cuda[] => {
        const text = /\+cuda(\d{1,2}\.\d{1,2})/.exec(line.version)?.[1]
        return text === undefined ? [] : [{ major: Number(text.split('.')[0]), text, source: log.at(line) }]
      }),
    )
    // NCCL's own line speaks of the driver that this process sees; nvidia-smi may stand outside its container.
    const driver = [
      ...logs.flatMap((log) =>
        log.own(log.log.cudaDriverVersions).map((line): Cuda => {
          const major = Math.floor(line.version / 1000)
          return { major, text: `${major}.${Math.floor((line.version % 1000) / 10)}`, source: log.at(line) }
        }),
      ),
      ...node.software.cuda.map(({ value, source }): Cuda => ({
        major: Number(value.split('.')[0]),
        text: value,
        source,
      })),
    ].filter(({ major }) => Number.isFinite(major))
    if (said.length === 0 && (built.length === 0 || driver.length === 0)) {
      if (logs.length === 0) context.notChecked(['nccl.log'], 'NCCL_DEBUG=INFO (run the job again); nvidia-smi')
      return
    }
    const newest = built.reduce<Cuda | undefined>(
      (best, one) => (best && best.major >= one.major ? best : one),
      undefined,
    )
    const known = driver[0]
    const above = newest !== undefined && known !== undefined && newest.major > known.major
    if (said.length === 0 && (!above || works(node.id) || compatible())) return
    context.report({
      severity: 'error',
      variant: above ? undefined : 'said',
      on: [nodeEntity(node)],
      evidence: someOf([...said, ...(above ? [newest.source, known.source] : [])]),
      data: { node: node.name, built: newest?.text ?? '?', driver: known?.text ?? '?' },
    })

    function works(id: string): boolean {
      return context.facts.communicators.some((one) => one.ranks.some((rank) => rank.node === id && rank.initComplete))
    }
    function compatible(): boolean {
      return settingsOfNode(node, context.facts).some(
        ({ name, value }) => name === 'LD_LIBRARY_PATH' && /\/(?:cuda-)?compat\b/.test(value),
      )
    }
  },
})
