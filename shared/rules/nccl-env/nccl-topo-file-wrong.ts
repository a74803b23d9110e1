import { ncclTopologyXml } from '../../formats/nccl/topology-xml'
import type { TopologyPci } from '../../formats/nccl/topology-types'
import { providedFile } from '../../knowledge/topology-files'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { gpuEntity } from '../support/entities'
import { productOf } from '../support/links'
import { logsOf, warningsOf } from '../support/logs'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

const FAILED = /Could not open XML (?:topology|graph) file|XML Import Channel|XML Topology has wrong version|XML Parse/

/** A topology or graph file of another machine, or one that is not there. */
export const ncclTopoFileWrong = defineRule({
  id: 'nccl-topo-file-wrong',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  firesOnAbsence: 'it counts the GPUs that the captures list',
  check(node, context) {
    const said = warningsOf(node, FAILED, 'any')
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      for (const name of ['NCCL_TOPO_FILE', 'NCCL_GRAPH_FILE']) {
        const setting = scope.effective.get(name)
        if (!setting || setting.value === '') continue
        const graph = name === 'NCCL_GRAPH_FILE'
        const lines = said.filter(
          ({ warning, source }) =>
            scope.job?.spans.some((span) => span.document === source.document) === true &&
            (/graph/i.test(warning.text) || warning.text.includes('XML Import Channel') ? graph : !graph),
        )
        const verdict = verdictOf(scope, setting.value, lines, graph)
        if (!verdict) continue
        const provided = providedFile(setting.value)
        drafts.push({
          scope,
          settings: [setting],
          severity: verdict.severity,
          variant: verdict.variant,
          on: verdict.variant === 'product' || verdict.variant === 'count' ? node.gpus.slice(0, 8).map(gpuEntity) : [],
          evidence: verdict.evidence,
          data: {
            name,
            value: setting.value,
            shape: provided?.shape ?? '',
            due: provided?.counts[0] ?? 0,
            gpus: node.gpus.length,
            product: node.gpus[0]?.name?.value ?? '',
          },
        })
      }
    }
    reportDrafts(node, context, drafts)
  },
})

interface Verdict {
  readonly severity: 'error' | 'warning'
  readonly variant?: string
  readonly evidence: readonly SourceRef[]
}

function verdictOf(
  scope: SettingScope,
  path: string,
  lines: ReturnType<typeof warningsOf>,
  graph: boolean,
): Verdict | undefined {
  const { node } = scope
  const first = lines[0]
  if (first) {
    const missing = first.warning.text.includes('Could not open')
    // A topology file that is not there is only an INFO line and NCCL goes on; a graph file ends init.
    return {
      severity: missing && !graph ? 'warning' : 'error',
      variant: missing ? 'missing' : 'refused',
      evidence: lines.slice(0, 3).map((one) => one.source),
    }
  }
  const named = node.gpus.flatMap((gpu) => gpu.name?.source ?? [])
  const provided = providedFile(path)
  const products = node.gpus.map(productOf)
  if (provided && products.length > 0 && products.every((product) => product !== undefined)) {
    if (!products.some((product) => provided.gpuIds.includes(product.id)))
      return { severity: 'error', variant: 'product', evidence: named.slice(0, 8) }
    // A container may show only some GPUs of the right machine, so the count alone is no error.
    if (!provided.counts.includes(node.gpus.length))
      return { severity: 'warning', variant: 'count', evidence: named.slice(0, 8) }
  }
  return graph ? undefined : (foreignIds(node, path) ?? unequalLinks(scope))
}

/** The file itself was captured, and its GPUs stand at bus ids that this node does not have. */
function foreignIds(node: Node, path: string): Verdict | undefined {
  const file = path.split('/').at(-1) ?? path
  const own = new Set(node.gpus.flatMap((gpu) => gpu.busId?.value ?? []))
  if (own.size === 0 || own.size < node.gpus.length) return undefined
  for (const section of sectionsOf(node.parsed, ncclTopologyXml)) {
    if (!section.hint.fileName.endsWith(file)) continue
    const gpus = section.value.cpus.flatMap((cpu) => cpu.children.flatMap(gpusBelow))
    const foreign = gpus.filter((pci) => !own.has(pci.busId))
    if (gpus.length > 0 && foreign.length === gpus.length) {
      return {
        severity: 'error',
        variant: 'bus-ids',
        evidence: foreign.slice(0, 4).map((pci) => refIn(section, pci.line)),
      }
    }
  }
  return undefined
}

function gpusBelow(pci: TopologyPci): readonly TopologyPci[] {
  return [...(pci.gpu ? [pci] : []), ...pci.children.flatMap(gpusBelow)]
}

/** With a file in use, one NVLink of the system tree has another figure seen from its other end: the file, not the machine, says so. */
function unequalLinks({ node, job }: SettingScope): Verdict | undefined {
  for (const log of logsOf(node)) {
    if (!job?.spans.some((span) => span.document === log.section.document)) continue
    for (const system of log.own(log.log.systems)) {
      const rates = new Map<string, { readonly bandwidth: number; readonly line: number }>()
      let gpu = ''
      for (const part of system.nodes) {
        if (part.kind === 'GPU' && part.link !== 'NVL') gpu = part.id
        if (part.link !== 'NVL' || part.kind !== 'GPU' || part.bandwidth === undefined) continue
        const back = rates.get(`${part.id}>${gpu}`)
        const { bandwidth, line } = part
        if (back && Math.max(back.bandwidth, bandwidth) > 1.5 * Math.min(back.bandwidth, bandwidth)) {
          return {
            severity: 'warning',
            variant: 'unequal',
            evidence: [back.line, line].map((at) => refIn(log.section, at)),
          }
        }
        rates.set(`${gpu}>${part.id}`, { bandwidth, line })
      }
    }
  }
  return undefined
}
