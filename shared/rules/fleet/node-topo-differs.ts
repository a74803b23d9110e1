import type { Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import type { Topology } from '../../model/topology'
import { nodeEntity } from '../support/entities'
import { deviceIndex, linkFactsVoid } from '../support/links'
import { nameList, oddNodes, vote, voteEvidence, voteText, type Ballot, type Vote } from '../support/vote'

/** The matrix of one machine differs from that of its like: NV#, how close the adapters are, NUMA nodes. */
export const nodeTopoDiffers = defineSessionRule({
  id: 'node-topo-differs',
  area: 'fleet',
  since: '0.1',
  needs: ['topology', 'gpu.product', 'two-nodes'],
  check(facts, context) {
    const models = new Map<string, { readonly node: Node; readonly topology: Topology }[]>()
    for (const node of facts.nodes) {
      const topology = node.topologies.find((one) => one.form !== 'matrix-pci' && !one.damaged)
      const key = modelOf(node)
      if (!topology || key === undefined || linkFactsVoid(node)) continue
      models.set(key, [...(models.get(key) ?? []), { node, topology }])
    }
    let judged = 0
    for (const group of models.values()) {
      if (group.length < 2) continue
      judged++
      const differing = [...fieldsOf(group)].flatMap(([field, ballots]) => {
        const result = vote(ballots)
        return result ? [{ field, result }] : []
      })
      if (differing.length === 0) continue
      const votes: readonly Vote[] = differing.map(({ result }) => result)
      const odd = oddNodes(votes)
      const names = new Map(group.map(({ node }) => [node.id, node]))
      context.report({
        severity: 'warning',
        variant: votes.every(({ majority }) => majority === undefined) ? 'tie' : undefined,
        nodes: odd,
        on: odd
          .slice(0, 12)
          .flatMap((id) => names.get(id) ?? [])
          .map(nodeEntity),
        evidence: voteEvidence(votes.slice(0, 8)),
        data: {
          cells: differing.length,
          nodes: group.length,
          gpu: group[0]?.node.gpus[0]?.name?.value ?? '',
          odd: odd
            .flatMap((id) => names.get(id)?.name ?? [])
            .slice(0, 4)
            .join(', '),
          difference: differences(differing),
        },
      })
    }
    if (judged === 0) context.notApplicable('no-two-nodes-of-one-model')
  },
})

/** Fields that differ alike are named together: one moved adapter changes the row of every GPU. */
function differences(differing: readonly { readonly field: string; readonly result: Vote }[]): string {
  const fields = new Map<string, string[]>()
  for (const { field, result } of differing) {
    const text = voteText(result, 3)
    const alike = fields.get(text)
    if (alike) alike.push(field)
    else fields.set(text, [field])
  }
  const shown = [...fields].slice(0, 4).map(([text, alike]) => `${nameList(alike, 8)}: ${text}`)
  return shown.join(' | ') + (fields.size > shown.length ? ` | … +${fields.size - shown.length}` : '')
}

/** Machines are alike when they have the same GPUs; a container that shows fewer of them is no like. */
function modelOf(node: Node): string | undefined {
  const names = node.gpus.map((gpu) => gpu.name?.value)
  if (names.length === 0 || names.some((name) => name === undefined)) return undefined
  return names.join('|')
}

function fieldsOf(
  group: readonly { readonly node: Node; readonly topology: Topology }[],
): ReadonlyMap<string, readonly Ballot[]> {
  const fields = new Map<string, Ballot[]>()
  const nicCounts = new Set(group.map(({ topology }) => topology.devices.filter(({ kind }) => kind === 'nic').length))
  for (const { node, topology } of group) {
    const gpus = topology.devices.flatMap((device, at) => (device.kind === 'gpu' ? [{ device, at }] : []))
    const nics = topology.devices.flatMap((device, at) => (device.kind === 'nic' ? [at] : []))
    for (const { device, at } of gpus) {
      const line = device.line ?? topology.source.line
      const add = (field: string, value: string): void => {
        if (value === '' || /^(?:N\/A|UNK|X)$/.test(value)) return
        const ballot = { name: node.name, node, value, sources: [sourceRef(topology.source.document, line)] }
        const list = fields.get(field)
        if (list) list.push(ballot)
        else fields.set(field, [ballot])
      }
      const name = `GPU${deviceIndex(device.name) ?? device.name}`
      for (const other of gpus)
        if (other.at !== at)
          add(`${name}-GPU${deviceIndex(other.device.name) ?? ''}`, topology.cells[at]?.[other.at] ?? '')
      // Adapters are numbered otherwise on every machine: only how many are how near counts.
      add(
        `${name} NIC`,
        closeness(
          nics.map((nic) => topology.cells[at]?.[nic] ?? ''),
          nicCounts.size === 1,
        ),
      )
      add(`${name} NUMA`, device.numaAffinity ?? '')
    }
  }
  return fields
}

const distances = ['PIX', 'PXB', 'PHB', 'NODE', 'SYS', 'SOC']

function closeness(tokens: readonly string[], all: boolean): string {
  if (tokens.length === 0 || tokens.some((token) => !distances.includes(token))) return ''
  const counted = distances
    .map((token) => [token, tokens.filter((one) => one === token).length] as const)
    .filter(([, count]) => count > 0)
  const nearest = counted[0]?.[0] ?? ''
  return all ? counted.map(([token, count]) => `${count} ${token}`).join(' ') : nearest
}
