import type { Finding } from '../../model/finding'
import { severities, withFolds } from '../findings'
import type { Side } from './align'
import type { Fact, FactArea } from './types'

/** Rule ids that speak of an area begin so. */
const prefixes: Readonly<Record<FactArea, RegExp>> = {
  gpu: /^(?:mig|persistence|clocks|ecc|gpu|vbios|power|xid-off-bus|node-gpu)/,
  nvlink: /^(?:nvlink|gpu-pair|p2p-status|fabric|dcgm-nvlink)/,
  pcie: /^(?:pcie|acs|iommu|replay|gdr)/,
  topology: /^(?:nic|numa|gdr|gpu-pair|nvlink|node-topo)/,
  nic: /^(?:nic|ib|roce|rail|node-hca|nccl)/,
  software: /^(?:driver|fabric-manager|mixed|version|cuda|nccl|kernel)/,
  host: /^(?:acs|iommu|numa|gdr|memlock|nccl-memlock|peermem|node-kernel|kernel|cpu|vm)/,
  setting: /^(?:nccl|node-env|gdr|ib|roce)/,
  bandwidth: /^(?:busbw|wrong-results|tests|nccl|p2p|nvbandwidth)/,
  health: /^(?:ecc|row-remap|xid|sxid|clocks|replay|pcie|dcgm|gpu)/,
}

/** Finds the findings that speak of a fact: of its part and its area, or by the very line that the fact was read from. */
export function findingsFor({ node, session }: Side): (fact: Fact | undefined) => readonly string[] {
  const own = session.findings.flatMap(withFolds).filter(({ nodes }) => nodes.length === 0 || nodes.includes(node.id))
  const byEntity = new Map<string, Finding[]>()
  for (const finding of own) {
    for (const { id } of finding.on) {
      // A finding on a link speaks of its GPU too.
      for (const key of new Set([id, id.replace(/\/link\d+$/, '')]))
        byEntity.set(key, [...(byEntity.get(key) ?? []), finding])
    }
  }
  return (fact) => {
    if (!fact || own.length === 0) return []
    const wanted = prefixes[fact.area]
    const here = new Set(
      (BY_PART.test(fact.name) ? (byEntity.get(fact.entity ?? '') ?? []) : []).filter(
        (finding) => wanted.test(finding.rule) && (fact.area !== 'setting' || sameDocument(finding, fact)),
      ),
    )
    // One command line sets many variables: only the name tells there.
    if (fact.area !== 'setting')
      for (const finding of own) if (wanted.test(finding.rule) && sharesLine(finding, fact)) here.add(finding)
    return [...here]
      .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
      .slice(0, 4)
      .map(({ id }) => id)
  }
}

/** Facts that are the very subject of the findings of their part; of the others only the same line tells. */
const BY_PART = /^(?:links\.up|pcie\.(?:width|gen)\.current|nic\.(?:place|state|present)|gpu\.present|setting|run)$/

function sameDocument(finding: Finding, fact: Fact): boolean {
  return finding.evidence.some(({ document }) => fact.sources.some((source) => source.document === document))
}

function sharesLine(finding: Finding, fact: Fact): boolean {
  return fact.sources.some((source) =>
    finding.evidence.some(
      (line) => line.document === source.document && line.line <= source.endLine && line.endLine >= source.line,
    ),
  )
}
