import type { Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { oddNodes, vote, voteEvidence, voteText, type Ballot } from '../support/vote'

interface Reading {
  readonly value: string
  readonly sources: readonly SourceRef[]
}

/** What is compared, by a name that stands in any language; a node without the capture has no vote. */
const fields: readonly (readonly [string, (node: Node) => Reading | undefined])[] = [
  ['ACS', acs],
  ['IOMMU', iommu],
  ['peermem', peermem],
  [
    'active MTU',
    (node) =>
      ofNics(node, (nic) => nic.activeMtu && { value: String(nic.activeMtu.value), source: nic.activeMtu.source }),
  ],
  ['memlock', (node) => node.host.memlock && { value: node.host.memlock.value, sources: [node.host.memlock.source] }],
  ['MaxReadReq', maxReadRequest],
  ['NIC firmware', (node) => ofNics(node, (nic) => nic.firmware)],
]

/** Settings below CUDA differ between nodes: one finding per field. It is a remark until another finding has to do with it. */
export const nodeKernelSettingDiffers = defineSessionRule({
  id: 'node-kernel-setting-differs',
  area: 'fleet',
  since: '0.1',
  needs: ['two-nodes'],
  check(facts, context) {
    let judged = 0
    for (const [field, read] of fields) {
      const ballots = facts.nodes.flatMap((node): Ballot[] => {
        const reading = read(node)
        return reading ? [{ name: node.name, node, ...reading }] : []
      })
      if (ballots.length < 2) continue
      judged++
      const result = vote(ballots)
      if (!result) continue
      const odd = oddNodes([result])
      context.report({
        severity: 'info',
        nodes: odd,
        on: facts.nodes
          .filter((node) => odd.includes(node.id))
          .slice(0, 12)
          .map(nodeEntity),
        evidence: voteEvidence([result]),
        data: { field, values: voteText(result), count: result.groups.length },
      })
    }
    if (judged === 0)
      context.notChecked(['host.command-line'], 'cat /proc/cmdline; lsmod; ulimit -l; ibstat; sudo lspci -vvv')
  },
})

function acs(node: Node): Reading | undefined {
  const known = node.pci.filter((fn) => fn.acsControl !== undefined)
  const redirecting = known.filter((fn) => /ReqRedir\+/.test(fn.acsControl?.value ?? ''))
  const shown = redirecting[0] ?? known[0]
  return (
    shown?.acsControl && {
      value: redirecting.length > 0 ? 'ReqRedir+' : 'ReqRedir-',
      sources: [shown.acsControl.source],
    }
  )
}

/** Only the words that set it; an empty set is a value, since the line was captured. */
function iommu(node: Node): Reading | undefined {
  const line = node.host.kernelCommandLine
  if (!line) return undefined
  const words = line.value
    .split(/\s+/)
    .filter((word) => /^(?:intel_iommu|amd_iommu|iommu|iommu\.passthrough)=/.test(word))
  return { value: [...new Set(words)].sort().join(' ') || '-', sources: [line.source] }
}

function peermem(node: Node): Reading | undefined {
  if (!node.host.modulesCaptured) return undefined
  const module = node.host.modules.find(({ value }) => /^(?:nvidia_peermem|nv_peer_mem)$/.test(value))
  return { value: module?.value ?? '-', sources: [module?.source ?? node.host.modulesCaptured] }
}

function ofNics(
  node: Node,
  read: (nic: Node['nics'][number]) => { readonly value: string; readonly source: SourceRef } | undefined,
): Reading | undefined {
  const known = node.nics.flatMap((nic) => read(nic) ?? [])
  if (known.length === 0) return undefined
  return {
    value: [...new Set(known.map(({ value }) => value))].sort().join(' + '),
    sources: known.map(({ source }) => source),
  }
}

/** Of network functions: class 02xx, as `lspci -nn` or the class name tells. */
function maxReadRequest(node: Node): Reading | undefined {
  const known = node.pci.filter(
    (fn) =>
      fn.maxReadRequest !== undefined &&
      (fn.classCode?.startsWith('02') ?? /^(?:Ethernet|Infiniband|Network) controller/i.test(fn.className ?? '')),
  )
  const values = [...new Set(known.flatMap((fn) => fn.maxReadRequest?.value ?? []))].sort((a, b) => a - b)
  return values.length === 0
    ? undefined
    : { value: values.join(' + '), sources: known.flatMap((fn) => fn.maxReadRequest?.source ?? []) }
}
