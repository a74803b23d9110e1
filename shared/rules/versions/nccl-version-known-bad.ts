import { judgeRun } from '../../knowledge/run-verdict'
import { isAtLeast } from '../../knowledge/support/version'
import { jobsOf, type Job } from '../../model/jobs'
import { defineSessionRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import type { SourceRef, Sourced } from '../../model/source'
import { communicatorEntity, runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** A release with a known fault, and the lines of this job that show its symptom. Undefined: no symptom, no finding. */
interface KnownFault {
  /** Variant of the texts. */
  readonly key: string
  readonly hits: (version: string) => boolean
  readonly symptom: (job: Job, facts: Facts) => readonly SourceRef[]
}

const is = (release: string) => (version: string) =>
  version === release || version.startsWith(`${release}.`) || version.startsWith(`${release}-`)

/** nccl#1676, #1199, #1184, #2001, #2013, #302: each only together with what was seen there. */
const faults: readonly KnownFault[] = [
  {
    key: 'peermem',
    hits: (version) => !isAtLeast(version, '2.22.4'),
    symptom: (job, facts) => {
      const module = facts.nodes
        .filter((node) => job.nodes.includes(node.id))
        .flatMap((node) => node.host.modules.filter(({ value }) => value === 'nvidia_peermem'))[0]
      const rdma = job.communicators
        .flatMap((one) => one.connections)
        .filter((one) => one.transport === 'NET' && /^IB/i.test(one.network ?? ''))
      const plain = rdma.find((one) => one.gdr !== true)
      return module && plain && rdma.every((one) => one.gdr !== true) ? [plain.source, module.source] : []
    },
  },
  {
    key: 'p2p-off-wrong',
    hits: is('2.15.5'),
    symptom: (job) => {
      const off = job.communicators
        .flatMap((one) => one.settings)
        .find(({ name, value }) => /^NCCL_(?:P2P|PXN)_DISABLE$/.test(name) && value === '1')
      return off ? withRows(wrongRows(job), off.source) : []
    },
  },
  { key: 'roce-ll128', hits: is('2.18'), symptom: (job) => withRows(wrongRows(job), layerLine(job, 'RoCE')) },
  {
    key: 'slingshot',
    hits: (version) => isAtLeast(version, '2.27.3'),
    symptom: (job) => withRows(wrongRows(job), deviceLine(job, /^hsn\d|^cxi\d/)),
  },
  {
    key: 'cross-rail',
    hits: is('2.27'),
    symptom: (job) => (job.hosts.length >= 7 ? warningLines(job, /ibv_modify_qp failed/) : []),
  },
  {
    key: 'ib-regression',
    hits: is('2.5.6'),
    symptom: (job, facts) =>
      job.hosts.length < 2
        ? []
        : job.runs
            .map((run) => judgeRun(run, facts))
            .flatMap(({ verdict, row }) => (row && (verdict === 'low' || verdict === 'very-low') ? row.source : [])),
  },
  { key: 'nvls', hits: is('2.26.2'), symptom: (job) => warningLines(job, /multicast|\bNVLS\b|transport\/nvls/i) },
]

/** NCCL releases with a known fault, named only where its symptom shows. */
export const ncclVersionKnownBad = defineSessionRule({
  id: 'nccl-version-known-bad',
  area: 'versions',
  since: '0.1',
  needs: [],
  check(facts, context) {
    let judged = 0
    for (const job of jobsOf(facts)) {
      const version = versionOf(job)
      if (!version) continue
      judged++
      for (const { key, hits, symptom } of faults) {
        if (!hits(version.value)) continue
        const lines = symptom(job, facts)
        if (lines.length === 0) continue
        context.report({
          severity: 'warning',
          variant: key,
          nodes: job.nodes,
          on: [...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
          evidence: someOf([version.source, ...lines], 6),
          data: { version: version.value },
        })
      }
    }
    if (judged === 0) context.notChecked(['nccl.log'], 'NCCL_DEBUG=VERSION (run the job again)')
  },
})

function versionOf(job: Job): Sourced<string> | undefined {
  const logged = job.communicators.flatMap((one) => one.versions)
  const printed = job.runs.flatMap((run) => run.ncclVersion ?? [])
  const found = [...logged, ...printed].find(({ value }) => /^\d/.test(value))
  return found && { value: found.value.split('+')[0] ?? found.value, source: found.source }
}

function wrongRows(job: Job): readonly SourceRef[] {
  return job.runs
    .flatMap((run) => run.rows)
    .filter((row) => (row.outOfPlace?.wrong ?? 0) > 0 || (row.inPlace?.wrong ?? 0) > 0)
    .slice(0, 2)
    .map((row) => row.source)
}

function withRows(rows: readonly SourceRef[], line: SourceRef | undefined): readonly SourceRef[] {
  return rows.length > 0 && line ? [...rows, line] : []
}

function layerLine(job: Job, layer: string): SourceRef | undefined {
  return job.communicators
    .flatMap((one) => one.networkDevices)
    .find((line) => line.devices.some((device) => device.layer === layer))?.source
}

function deviceLine(job: Job, name: RegExp): SourceRef | undefined {
  return job.communicators
    .flatMap((one) => one.networkDevices)
    .find((line) => line.devices.some((device) => name.test(device.name)))?.source
}

function warningLines(job: Job, text: RegExp): readonly SourceRef[] {
  return job.communicators
    .flatMap((one) => one.warnings)
    .filter((warning) => warning.level === 'WARN' && text.test(warning.text))
    .slice(0, 2)
    .map((warning) => warning.source)
}
