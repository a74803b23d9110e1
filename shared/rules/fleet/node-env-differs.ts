import { parseNameList } from '../../knowledge/nccl-lists'
import { readAsNccl } from '../../knowledge/nccl-values'
import { findVariable } from '../../knowledge/nccl-variables'
import { jobsOf, type Job } from '../../model/jobs'
import type { Setting } from '../../model/nccl'
import type { Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import { distinctSettings, hostOfSetting, resolveSettings } from '../../model/settings'
import { communicatorEntity, runEntity, settingEntity } from '../support/entities'
import { hostName, itemsByHost, jobsOverNodes, nodesByHost } from '../support/job-logs'
import { oddNodes, vote, voteEvidence, voteText, type Ballot } from '../support/vote'

/** What a rank may have of its own: debugging, dumps, identity, and interface names, which follow the machine. */
const OWN =
  /^NCCL_(?:DEBUG|HOSTID$|CONF_FILE$|RAS_|COMM_ID$|SOCKET_IFNAME$|OOB_NET_IFNAME$|TESTS_|GRAPH_DUMP|TOPO_DUMP)|_DUMP_|_DUMP$/
/** Ranks that disagree on these hang or corrupt, beyond those that NCCL's own table marks. */
const MUST_AGREE =
  /^NCCL_(?:ALGO|PROTO|BUFFSIZE|M(?:IN|AX)_(?:NCHANNELS|CTAS|NRINGS)|IB_HCA|IB_GID_INDEX|IB_TC|P2P_DISABLE|P2P_LEVEL|SHM_DISABLE)$/

/** Hosts of one job read other values of a variable that all ranks should share. */
export const nodeEnvDiffers = defineSessionRule({
  id: 'node-env-differs',
  area: 'fleet',
  since: '0.1',
  needs: ['nccl.settings', 'two-nodes'],
  check(facts, context) {
    let judged = 0
    for (const job of jobsOverNodes(facts)) {
      const hosts = hostsOf(job, facts)
      if (hosts.length < 2) continue
      judged++
      const differing = [...new Set(hosts.flatMap((host) => [...host.values.keys()]))].flatMap((name) => {
        const result = vote(ballotsOf(name, hosts, job, facts))
        return result ? [{ name, result, grave: MUST_AGREE.test(name) || findVariable(name)?.mustAgree === true }] : []
      })
      if (differing.length === 0) continue
      differing.sort((a, b) => Number(b.grave) - Number(a.grave))
      const votes = differing.map(({ result }) => result)
      const grave = differing.some((one) => one.grave)
      context.report({
        severity: grave ? 'error' : 'warning',
        variant: grave ? undefined : 'tuning',
        nodes: oddNodes(votes),
        on: [
          ...differing.slice(0, 8).map(({ name }) => settingEntity(name)),
          ...job.communicators.slice(0, 4).map(communicatorEntity),
          ...job.runs.map(runEntity),
        ],
        evidence: voteEvidence(votes.slice(0, 4)),
        data: {
          count: differing.length,
          names: differing
            .slice(0, 6)
            .map(({ name }) => name)
            .join(', '),
          values: differing
            .slice(0, 4)
            .map(({ name, result }) => `${name}: ${voteText(result, 3)}`)
            .join(' | '),
        },
      })
    }
    if (judged === 0) context.notApplicable('no-job-over-nodes')
  },
})

interface HostSettings {
  readonly name: string
  readonly node?: Node
  readonly values: ReadonlyMap<string, readonly Setting[]>
  /** The log shows settings of this host and the end of init: what init always reads and is not shown was not set. */
  readonly whole: boolean
}

function hostsOf(job: Job, facts: Facts): readonly HostSettings[] {
  const nodeOf = nodesByHost(facts)
  const byHost = new Map<string, Setting[]>()
  for (const setting of distinctSettings(job.communicators.flatMap((communicator) => communicator.settings))) {
    const host = hostOfSetting(setting)
    if (host === undefined || host === '' || !applies(setting.name)) continue
    const list = byHost.get(host)
    if (list) list.push(setting)
    else byHost.set(host, [setting])
  }
  const started = new Set(
    job.communicators.flatMap((communicator) =>
      communicator.ranks.filter((rank) => rank.initComplete).map((rank) => rank.host),
    ),
  )
  const names = new Set([...byHost.keys(), ...job.hosts.filter((host) => host !== '')])
  return [...names].map((name) => {
    const node = nodeOf.get(hostName(name))
    const logged = byHost.get(name) ?? []
    const values = new Map<string, Setting[]>()
    for (const setting of logged) values.set(setting.name, [...(values.get(setting.name) ?? []), setting])
    for (const setting of node ? ownSettings(node, job, facts) : [])
      if (!values.has(setting.name)) values.set(setting.name, [setting])
    return { name, node, values, whole: logged.length > 0 && started.has(name) }
  })
}

function applies(name: string): boolean {
  return name.startsWith('NCCL_') && !OWN.test(name)
}

/** Environment and conf files of a machine: they belong to the job only where it is the machine's only one. */
function ownSettings(node: Node, job: Job, facts: Facts): readonly Setting[] {
  const jobs = jobsOf(facts).filter((other) => other.nodes.includes(node.id))
  if (jobs.length !== 1 || jobs[0] !== job) return []
  const own = node.settings.filter(
    ({ origin, name, empty }) =>
      (origin === 'environment' || origin.endsWith('-conf')) && applies(name) && empty !== true,
  )
  return resolveSettings(own).map((setting) => setting.winner)
}

function ballotsOf(name: string, hosts: readonly HostSettings[], job: Job, facts: Facts): readonly Ballot[] {
  const absent = findVariable(name)?.readAtInit === 'always'
  const ballots = hosts.flatMap((host): Ballot[] => {
    const settings = host.values.get(name)
    if (settings) {
      const values = [...new Set(settings.map((setting) => canonical(name, setting.value)))].sort()
      return [
        { name: host.name, node: host.node, value: values.join(' + '), sources: settings.map(({ source }) => source) },
      ]
    }
    if (!absent || !host.whole) return []
    const shown = [...host.values.values()][0]?.[0]
    return shown ? [{ name: host.name, node: host.node, value: '-', sources: [shown.source] }] : []
  })
  return name === 'NCCL_IB_HCA' && sameDeviceCount(job, facts) ? [] : ballots
}

/** `0x10` and `16` are one value; of an adapter list only its form counts, since names follow the machine. */
function canonical(name: string, value: string): string {
  if (name === 'NCCL_IB_HCA') {
    const list = parseNameList(value)
    return `${list.exclude ? '^' : ''}${list.exact ? '=' : ''}[${list.entries.length}]`
  }
  const read = readAsNccl(name, value).value
  return typeof read === 'number' ? String(read) : value
}

/** Every host ends with equally many adapters: the lists name the same thing in the machine's own words. */
function sameDeviceCount(job: Job, facts: Facts): boolean {
  const counts = itemsByHost(job, facts, (log) => log.networkDevices.filter((line) => /^IB/i.test(line.plugin))).map(
    ({ items }) => items[0]?.item.devices.length,
  )
  return counts.length >= job.nodes.length && new Set(counts).size === 1
}
