import { ibnetdiscover } from '../../formats/host/ibnetdiscover'
import { sectionsOf } from '../../model/format'
import type { Job } from '../../model/jobs'
import type { Nic, Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { communicatorEntity, runEntity } from '../support/entities'
import { itemsByHost, jobsOverNodes } from '../support/job-logs'
import { oddNodes, vote, voteEvidence, voteText, type Ballot, type Vote } from '../support/vote'

const CONNECT_FAILED =
  /ibv_modify_qp|Got completion .*error 12|retry exceeded|[Nn]etwork is unreachable|Connection timed out/

/**
 * NCCL pairs adapters by their place in the list. On one machine the same rails stand in another order: the same subnets, leaf switches
 * or PCI places, permuted. Sets that differ (other pods, a link of its own each) say nothing.
 */
export const railMismatch = defineSessionRule({
  id: 'rail-mismatch',
  area: 'fleet',
  since: '0.1',
  needs: ['nccl.network', 'two-nodes'],
  check(facts, context) {
    let judged = 0
    const leaves = leafOfPort(facts)
    for (const job of jobsOverNodes(facts)) {
      const hosts = usedAdapters(job, facts)
      if (hosts.length < 2) continue
      const ways = [
        ['subnet', (nic: Nic) => subnetOf(nic)],
        ['leaf', (nic: Nic) => leaves.get(portId(nic.guid?.value) ?? '')],
        ['place', (nic: Nic) => (nic.busId ? { value: nic.busId.value, source: nic.busId.source } : undefined)],
      ] as const
      for (const [variant, read] of ways) {
        if (hosts.filter((host) => host.nics.every((nic) => nic && read(nic))).length >= 2) judged++
        const rails = hosts.flatMap((host) => railsOf(host, read))
        const votes = permuted(rails)
        const first = votes[0]
        if (!first) continue
        const failed = job.communicators
          .flatMap((one) => one.warnings)
          .find((warning) => CONNECT_FAILED.test(warning.text))
        context.report({
          severity: failed ? 'error' : 'warning',
          variant: variant === 'subnet' ? undefined : variant,
          nodes: oddNodes(votes),
          on: [...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
          evidence: [...voteEvidence(votes, failed ? 11 : 12), ...(failed ? [failed.source] : [])],
          data: { rails: voteText(first), hosts: rails.length },
        })
        break
      }
    }
    if (judged === 0) context.notChecked(['nics'], 'show_gids; ibdev2netdev -v; sudo ibnetdiscover')
  },
})

interface UsedAdapters {
  readonly host: string
  readonly node: Node
  readonly nics: readonly (Nic | undefined)[]
  readonly source: SourceRef
}

function usedAdapters(job: Job, facts: Facts): readonly UsedAdapters[] {
  return itemsByHost(job, facts, (log) => log.networkDevices.filter((line) => /^IB/i.test(line.plugin))).flatMap(
    ({ host, node, items }) => {
      const first = items[0]
      if (!node || !first || first.item.devices.length < 2) return []
      const nics = first.item.devices.map((device) => node.nics.find((nic) => nic.device === device.name))
      return [{ host, node, nics, source: first.source }]
    },
  )
}

interface Place {
  readonly value: string
  readonly source: SourceRef
}

/** A ballot whose value is the rails in the order of NCCL's list; only where every rail is known and no two are one. */
function railsOf(
  host: UsedAdapters,
  read: (nic: Nic) => Place | undefined,
): readonly (Ballot & { readonly set: string })[] {
  const places = host.nics.map((nic) => nic && read(nic))
  const known = places.filter((place): place is Place => place !== undefined)
  if (known.length < places.length || new Set(known.map(({ value }) => value)).size < known.length) return []
  const values = known.map(({ value }) => value)
  return [
    {
      name: host.host,
      node: host.node,
      value: values.join(' '),
      set: [...values].sort().join(' '),
      sources: [...known.slice(0, 2).map(({ source }) => source), host.source],
    },
  ]
}

function permuted(rails: readonly (Ballot & { readonly set: string })[]): readonly Vote[] {
  const bySet = new Map<string, Ballot[]>()
  for (const rail of rails) bySet.set(rail.set, [...(bySet.get(rail.set) ?? []), rail])
  return [...bySet.values()].flatMap((group) => vote(group) ?? [])
}

/** The first three numbers of the address: enough to tell rails apart, and only equal sets are ever compared. */
function subnetOf(nic: Nic): Place | undefined {
  const gid = nic.gids.find((entry) => entry.ipv4 !== undefined)
  const net = /^(\d+\.\d+\.\d+)\.\d+$/.exec(gid?.ipv4 ?? '')?.[1]
  return gid && net !== undefined ? { value: `${net}.0`, source: gid.source } : undefined
}

/** Leaf switch by port GUID, from a discovery of the fabric. */
function leafOfPort(facts: Facts): ReadonlyMap<string, Place> {
  const leaves = new Map<string, Place>()
  for (const section of sectionsOf(facts.parsed, ibnetdiscover)) {
    for (const link of section.value.links) {
      const ends = [link.from, link.to]
      const port = ends.find((end) => end?.kind === 'ca')
      const leaf = ends.find((end) => end?.kind === 'switch')
      const id = portId(port?.guid)
      const name = leaf?.name ?? leaf?.guid
      if (id === undefined || name === undefined || leaves.has(id)) continue
      leaves.set(id, { value: name, source: { document: section.document, line: link.line, endLine: link.line } })
    }
  }
  return leaves
}

function portId(guid: string | undefined): string | undefined {
  const digits = guid
    ?.toLowerCase()
    .replace(/^0x/, '')
    .replace(/[^0-9a-f]/g, '')
    .replace(/^0+/, '')
  return digits === '' ? undefined : digits
}
