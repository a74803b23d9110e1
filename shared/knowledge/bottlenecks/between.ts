import type { Nic } from '../../model/node'
import type { SourceRef } from '../../model/source'
import { perNicBandwidth } from '../expectation'
import { viaClue, type RunFacts } from './context'
import { share, tcpBetweenNodes } from './figures'
import type { Candidate, Clue } from './types'

/** Causes on the way between nodes. */

/** What the adapters in use carry, GB/s; 0 when their rates are not known. */
function wireOf({ verdict }: RunFacts): number {
  return (verdict.query?.nics ?? []).reduce((sum, nic) => sum + nic.count * perNicBandwidth(nic.gigabitsPerSecond), 0)
}

const isSocket = (network: string | undefined): boolean => /^socket$/i.test(network ?? '')

export function sockets(from: RunFacts): Candidate | undefined {
  if (from.hosts < 2) return undefined
  const predicted = tcpBetweenNodes(wireOf(from) || 12)
  const said = from.job?.communicators.flatMap((communicator) => communicator.networks) ?? []
  const first = said[0]
  if (!first) return { key: 'sockets', predicted }
  const clue: Clue = { key: 'network', data: { network: first.value }, sources: [first.source] }
  return said.some((network) => isSocket(network.value))
    ? { key: 'sockets', predicted, for: [clue, ...viaClue(from.remote.filter((one) => isSocket(one.network)))] }
    : { key: 'sockets', predicted, against: [clue] }
}

export function noGdr(from: RunFacts): Candidate | undefined {
  if (from.hosts < 2) return undefined
  const wire = wireOf(from)
  const predicted = wire > 0 ? share(wire, 0.2, 0.65) : undefined
  const rdma = from.remote.filter((connection) => connection.transport === 'NET' && !isSocket(connection.network))
  if (rdma.length === 0) return predicted && { key: 'no-gdr', predicted }
  const without = rdma.filter((connection) => connection.gdr !== true)
  if (without.length === 0) return { key: 'no-gdr', predicted, against: [{ ...clueOf(rdma), key: 'gdr' }] }
  return { key: 'no-gdr', predicted, for: [{ ...clueOf(without), key: 'no-gdr' }] }
}

function clueOf(connections: RunFacts['remote']): Clue {
  const [clue] = viaClue(connections)
  return clue ?? { key: 'via', data: {}, sources: [] }
}

/** One adapter, or some, where the node has more that are up. */
export function fewAdapters(from: RunFacts): Candidate | undefined {
  if (from.hosts < 2) return undefined
  const whole = (from.job?.communicators ?? []).filter(
    (communicator) => communicator.rankCount > 0 && communicator.ranks.length >= communicator.rankCount,
  )
  const listed = whole.flatMap((communicator) => communicator.networkDevices).filter((line) => !isSocket(line.plugin))
  const sends = from.remote.filter((one) => one.networkDevice !== undefined && !isSocket(one.network))
  const node = from.nodes.find((one) => activePorts(one.nics).length > 1)
  const host = sends[0]?.host
  const devices = new Set(sends.filter((one) => one.host === host).map((one) => one.networkDevice))
  const offered = Math.max(0, ...listed.map((line) => line.devices.length))
  const used = whole.length > 0 && devices.size > 0 ? devices.size : offered
  const known = Math.max(node ? activePorts(node.nics).length : 0, offered)
  if (used === 0 || known === 0) return undefined
  const clue: Clue = {
    key: 'nics',
    data: { used, known },
    sources: [
      ...sends.slice(0, 1).map((one) => one.source),
      ...listed.slice(0, 1).map((line) => line.source),
      ...(node ? portSources(node.nics) : []),
    ],
  }
  const wire = wireOf(from)
  const rates = node ? activePorts(node.nics).flatMap((nic) => nic.gigabitsPerSecond?.value ?? []) : []
  const each = rates.length > 0 ? perNicBandwidth(Math.max(...rates)) : offered > 0 ? wire / offered : 0
  const key = used === 1 ? 'one-nic' : 'few-nics'
  if (used >= known) return { key: 'few-nics', against: [clue] }
  return {
    key,
    predicted: each > 0 ? { low: each * used * 0.75, high: each * used * 1.02, basis: 'derived' } : undefined,
    for: [clue],
  }
}

function activePorts(nics: readonly Nic[]): readonly Nic[] {
  return nics.filter(
    (nic) =>
      nic.device !== undefined && /active/i.test(nic.state?.value ?? '') && !/inactive/i.test(nic.state?.value ?? ''),
  )
}

function portSources(nics: readonly Nic[]): readonly SourceRef[] {
  return activePorts(nics)
    .slice(0, 2)
    .flatMap((nic) => nic.state?.source ?? [])
}

export function slowPort(from: RunFacts): Candidate | undefined {
  if (from.hosts < 2) return undefined
  for (const node of from.nodes) {
    const ports = activePorts(node.nics).filter((nic) => nic.gigabitsPerSecond !== undefined)
    const rates = ports.flatMap((nic) => nic.gigabitsPerSecond?.value ?? [])
    const lowest = Math.min(...rates)
    const highest = Math.max(...rates)
    if (rates.length < 2 || !(lowest < highest)) continue
    const slow = ports.filter((nic) => nic.gigabitsPerSecond?.value === lowest)
    // Every ring waits for its slowest adapter, so all of them run at that rate.
    const wire = rates.length * perNicBandwidth(lowest)
    return {
      key: 'slow-port',
      predicted: { low: wire * 0.75, high: wire * 1.02, basis: 'derived' },
      for: [
        {
          key: 'ports',
          data: { device: slow[0]?.device ?? '', rate: lowest, others: highest },
          sources: [...slow.slice(0, 2), ...ports.filter((nic) => !slow.includes(nic)).slice(0, 1)].flatMap(
            (nic) => nic.gigabitsPerSecond?.source ?? [],
          ),
        },
      ],
    }
  }
  return undefined
}

export function bondSingleQueue(from: RunFacts): Candidate | undefined {
  if (from.hosts < 2) return undefined
  const wire = wireOf(from)
  for (const line of from.job?.communicators.flatMap((one) => one.networkDevices) ?? []) {
    const bond = line.devices.find((device) => /bond/i.test(device.name))
    if (!bond) continue
    const queues = from.settings.get('NCCL_IB_QPS_PER_CONNECTION')
    const split = queues && Number(queues.value) > 1
    const clue: Clue = { key: 'bond', data: { device: bond.name }, sources: [line.source] }
    const predicted = wire > 0 ? share(wire, 0.35, 0.6) : undefined
    return split ? undefined : { key: 'bond-single-qp', predicted, for: [clue] }
  }
  return undefined
}

/** Access control or address translation sends peer traffic up to the CPU and back. */
export function redirectedDma(from: RunFacts): Candidate | undefined {
  const base = from.hosts > 1 ? wireOf(from) : 0
  if (from.hosts < 2 || base === 0) return undefined
  const predicted = share(base, 0.3, 0.65)
  const clues: Clue[] = []
  let captured = false
  for (const node of from.nodes) {
    const known = node.pci.filter((fn) => fn.acsControl !== undefined)
    captured ||= known.length > 0
    const redirecting = known.filter((fn) => /ReqRedir\+/.test(fn.acsControl?.value ?? ''))
    if (redirecting.length > 0)
      clues.push({
        key: 'acs',
        data: { ports: redirecting.length },
        sources: redirecting.slice(0, 2).flatMap((fn) => fn.acsControl?.source ?? []),
      })
    const line = node.host.kernelCommandLine
    const word = /\b(?:intel_iommu=on|amd_iommu=on|iommu=force)\b/.exec(line?.value ?? '')?.[0]
    if (line && word !== undefined && !/\biommu=pt\b/.test(line.value))
      clues.push({ key: 'iommu', data: { value: word }, sources: [line.source] })
  }
  if (clues.length > 0) return { key: 'redirected-dma', predicted, for: clues }
  return captured ? undefined : { key: 'redirected-dma', predicted }
}
