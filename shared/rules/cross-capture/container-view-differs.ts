import { isContainerId } from '../../combine/host-names'
import { gpuList } from '../../formats/nvidia-smi/list'
import { topoMatrix } from '../../formats/nvidia-smi/topo-matrix'
import { ibstat } from '../../formats/host/ibstat'
import { refIn, sectionsOf, type Parsed } from '../../model/format'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'

interface Count {
  readonly count: number
  readonly source: SourceRef
}

/** A container shows fewer GPUs or adapters than its host has. */
export const containerViewDiffers = defineRule({
  id: 'container-view-differs',
  area: 'cross-capture',
  since: '0.1',
  needs: ['gpus'],
  check(node, context) {
    const inside = node.parsed.filter((section) => isContainerId(section.hint.host ?? ''))
    const outside = node.parsed.filter((section) => !inside.includes(section))
    const seen = { gpus: most(inside, gpuCounts), nics: most(inside, nicCounts) }
    const host = { gpus: most(outside, gpuCounts), nics: most(outside, nicCounts) }
    const known = (seen.gpus && host.gpus) ?? (seen.nics && host.nics)
    if (!known)
      return context.notChecked(['gpus'], 'nvidia-smi topo -m; ibstat  (on the host, and inside the container)')
    const gpus = seen.gpus && host.gpus && seen.gpus.count < host.gpus.count
    const nics = seen.nics && host.nics && seen.nics.count < host.nics.count
    if (!gpus && !nics) return
    const what = nics ? 'nics' : 'gpus'
    const [few, all] = [seen[what], host[what]]
    if (!few || !all) return
    report(node, what, few, all, context.report)
  },
})

function report(
  node: Node,
  what: 'gpus' | 'nics',
  few: Count,
  all: Count,
  tell: Parameters<typeof containerViewDiffers.check>[1]['report'],
): void {
  tell({
    // A subset of GPUs is what containers are for; adapters are needed by each of them.
    severity: what === 'nics' ? 'warning' : 'info',
    variant: what === 'nics' ? 'adapters' : undefined,
    on: [nodeEntity(node)],
    evidence: [few.source, all.source],
    data: { node: node.name, inside: few.count, host: all.count },
  })
}

function most(
  sections: readonly Parsed[],
  counts: (sections: readonly Parsed[]) => readonly Count[],
): Count | undefined {
  return counts(sections).reduce<Count | undefined>(
    (best, one) => (best && best.count >= one.count ? best : one),
    undefined,
  )
}

function gpuCounts(sections: readonly Parsed[]): readonly Count[] {
  return [
    ...sectionsOf(sections, gpuList).map((section) => ({
      count: section.value.gpus.length,
      source: refIn(section, section.line),
    })),
    ...sectionsOf(sections, topoMatrix)
      .filter((section) => !section.value.damaged)
      .map((section) => ({
        count: section.value.devices.filter(({ kind }) => kind === 'gpu').length,
        source: refIn(section, section.value.headerLine ?? section.line),
      })),
  ]
}

function nicCounts(sections: readonly Parsed[]): readonly Count[] {
  return [
    ...sectionsOf(sections, ibstat).map((section) => ({
      count: section.value.adapters.length,
      source: refIn(section, section.line),
    })),
    ...sectionsOf(sections, topoMatrix)
      .filter((section) => !section.value.damaged)
      .map((section) => ({
        count: section.value.devices.filter(({ kind }) => kind === 'nic').length,
        source: refIn(section, section.value.headerLine ?? section.line),
      })),
  ]
}
