import { gpuReadings, type Gpu } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { cudaNotReady, fabricShownUp, isNvswitchNode, ranHere } from '../support/fabric'
import { isGuest, linkFactsVoid, productOf } from '../support/links'

const BLANK = /^(?:n\/a|\[n\/a\]|)$/i

/** The fabric state of an NVSwitch GPU is not Completed, or its status is no success. */
export const fabricNotCompleted = defineRule({
  id: 'fabric-not-completed',
  area: 'fabric',
  since: '0.1',
  needs: ['gpu.product', 'gpu.fabric'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const uptime = node.host.uptimeSeconds.at(-1)
    if (uptime && uptime.value < 300) return context.notApplicable('just-booted')
    const bad = node.gpus.flatMap((gpu) => badState(gpu) ?? [])
    if (bad.length === 0) return
    const expected = node.gpus.every((gpu) => productOf(gpu)?.fabricStatePrinted === true)
    const named = bad.filter((entry) => !entry.blank)
    // N/A is what products without a fabric print, and old drivers; it means something only on a whole NVSwitch board.
    const shown = named.length > 0 ? named : expected && isNvswitchNode(node) === true && !isGuest(node) ? bad : []
    const first = shown[0]
    if (!first) return context.notApplicable('no-fabric')
    // A block whose head was cut off names no GPU: it may be any of those that other captures list.
    const unnamed = shown.every(({ gpu }) => !isNamed(gpu)) && node.gpus.some(isNamed)
    const works = ranHere(node, context.facts.runs) || fabricShownUp(node)
    const cuda802 = cudaNotReady(node, context.facts)
    context.report({
      severity:
        works && named.length === 0
          ? 'info'
          : works
            ? 'warning'
            : cuda802.length > 0 || uptime
              ? 'error'
              : named.length > 0
                ? 'error'
                : 'warning',
      variant: first.state === 'Completed' ? 'status' : unnamed ? 'unnamed' : undefined,
      on: shown.map((entry) => gpuEntity(entry.gpu)),
      evidence: someOf([...shown.flatMap((entry) => entry.sources).slice(0, 5), ...cuda802.slice(0, 1)]),
      data: {
        node: node.name,
        gpus: shown.map((entry) => gpuLabel(entry.gpu)).join(', '),
        count: shown.length,
        total: node.gpus.length,
        state: first.state,
        status: first.status,
      },
    })
  },
})

function isNamed(gpu: Gpu): boolean {
  return gpu.index !== undefined || gpu.busId !== undefined || gpu.uuid !== undefined
}

function badState(gpu: Gpu) {
  const state = gpuReadings(gpu, 'fabric.state').at(-1)
  const status = gpuReadings(gpu, 'fabric.status').at(-1)
  if (!state) return undefined
  const completed = /^completed$/i.test(state.value.trim())
  const failed =
    completed && status !== undefined && !/^success$/i.test(status.value.trim()) && !BLANK.test(status.value.trim())
  if (completed && !failed) return undefined
  const sources = [state.source, ...(status ? [status.source] : [])]
  return {
    gpu,
    state: state.value.trim(),
    status: status?.value.trim() ?? '',
    blank: BLANK.test(state.value.trim()),
    sources,
  }
}
