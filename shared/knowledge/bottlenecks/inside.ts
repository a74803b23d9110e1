import type { Node } from '../../model/node'
import { sourceRef } from '../../model/source'
import type { GpuProduct } from '../gpus'
import { parseTunedList, type TunedFunction } from '../nccl-lists'
import { isAtLeast } from '../support/version'
import { provenUnset, settingOf, viaClue, type RunFacts } from './context'
import {
  bufferLimit,
  channelLimit,
  ll128Protocol,
  loopbackTcp,
  lowLatencyProtocol,
  pciePeer,
  share,
  sharedMemory,
} from './figures'
import type { Candidate, Clue } from './types'

/** Causes inside a node, and those that act anywhere. Each looks for what shows it and for what rules it out. */

/** Ring figure (GB/s) that pins of protocol and channels are measured against. */
function ringBase({ verdict }: RunFacts): number {
  return verdict.expectation?.levels?.ring.typical ?? verdict.expectation?.typical ?? 0
}

const tuned: Readonly<Record<string, TunedFunction>> = {
  all_reduce: 'AllReduce',
  all_gather: 'AllGather',
  reduce_scatter: 'ReduceScatter',
  broadcast: 'Broadcast',
  reduce: 'Reduce',
}

/** Words that NCCL_ALGO or NCCL_PROTO leaves for this collective; undefined when it says nothing. */
function allowedWords(from: RunFacts, name: 'NCCL_ALGO' | 'NCCL_PROTO') {
  const setting = settingOf(from, name)
  const own = from.run.collective === undefined ? undefined : tuned[from.run.collective]
  if (!setting || own === undefined) return undefined
  const words = parseTunedList(name, setting.value, from.version).allowed[own]
  return words && words.length > 0 ? { words, clue: setting.clue } : undefined
}

function choiceClue({ choice }: RunFacts): Clue | undefined {
  return (
    choice && {
      key: 'choice',
      data: { algorithm: choice.algorithm, protocol: choice.protocol, bytes: choice.bytes },
      sources: [choice.source],
    }
  )
}

export function lowLatency(from: RunFacts): Candidate | undefined {
  const { product, choice } = from
  if (from.run.collective === undefined || tuned[from.run.collective] === undefined) return undefined
  const predicted = lowLatencyProtocol(ringBase(from), product?.architecture)
  const said = choiceClue(from)
  const pinned = allowedWords(from, 'NCCL_PROTO')
  if (pinned?.words.every((word) => word === 'LL'))
    return { key: 'protocol-ll', predicted, for: both(pinned.clue, choice?.protocol === 'LL' ? said : undefined) }
  if (said && choice?.protocol === 'LL') return { key: 'protocol-ll', predicted, for: [said] }
  const against = pinned?.clue ?? said ?? provenUnset(from, 'NCCL_PROTO', 'LL')
  return { key: 'protocol-ll', predicted, against: against && [against] }
}

export function ll128(from: RunFacts): Candidate | undefined {
  const pinned = allowedWords(from, 'NCCL_PROTO')
  if (!pinned || pinned.words.includes('Simple') || !pinned.words.includes('LL128')) return undefined
  return {
    key: 'protocol-ll128',
    predicted: ll128Protocol(ringBase(from), from.product?.architecture),
    for: [pinned.clue],
  }
}

export function treePinned(from: RunFacts): Candidate | undefined {
  const pinned = allowedWords(from, 'NCCL_ALGO')
  if (!pinned?.words.every((word) => word === 'Tree')) return undefined
  return { key: 'tree-pinned', predicted: share(ringBase(from), 0.8, from.hosts > 1 ? 2 : 1.08), for: [pinned.clue] }
}

export function ringWithoutNvls(from: RunFacts): Candidate | undefined {
  const { product, verdict, version, choice } = from
  const levels = verdict.expectation?.levels
  if (!levels || !product?.nvlsCapable || from.hosts > 1) return undefined
  const predicted = { low: levels.ring.low * 0.95, high: levels.ring.high * 1.03, basis: 'measured' as const }
  const said = choiceClue(from)
  if (verdict.query?.nvls === 'chosen') {
    return {
      key: 'ring-without-nvls',
      predicted,
      against: said?.data['algorithm'] === 'NVLS' ? [said] : [rowClue(from)],
    }
  }
  const reasons: Clue[] = []
  const enable = settingOf(from, 'NCCL_NVLS_ENABLE')
  if (enable?.number === 0) reasons.push(enable.clue)
  const algorithms = allowedWords(from, 'NCCL_ALGO')
  if (algorithms && !algorithms.words.some((word) => word.startsWith('NVLS'))) reasons.push(algorithms.clue)
  if (version !== undefined && !isAtLeast(version, '2.17')) {
    const printed = from.job?.communicators.flatMap((one) => one.versions) ?? []
    reasons.push({ key: 'version', data: { version }, sources: printed.slice(0, 1).map((one) => one.source) })
  }
  const failed = warnings(from, /multicast|NVLS.*(?:fail|disabled)|Failed to (?:bind|create).*NVLS/i)
  reasons.push(...failed)
  if (said && choice && !choice.algorithm.startsWith('NVLS')) reasons.push(said)
  return { key: 'ring-without-nvls', predicted, for: reasons }
}

function rowClue(from: RunFacts): Clue {
  const row = from.run.peakRow ?? from.verdict.row
  return {
    key: 'choice',
    data: { algorithm: 'NVLS', protocol: 'SIMPLE', bytes: row?.size ?? 0 },
    sources: row ? [row.source] : [],
  }
}

const channelNames = ['NCCL_MAX_NCHANNELS', 'NCCL_MAX_CTAS', 'NCCL_MAX_NRINGS']
/** From so many channels on no Hopper machine is limited by them: 24 x 21 GB/s is more than the links carry. */
const ENOUGH_CHANNELS = 16

export function fewChannels(from: RunFacts): Candidate | undefined {
  const { product, channels, verdict, local } = from
  const base = ringBase(from)
  const pins = channelNames.flatMap((name) => settingOf(from, name) ?? [])
  const pin = pins.find(({ number }) => number !== undefined && number > 0 && number < ENOUGH_CHANNELS)
  const count = channels?.count ?? pin?.number
  if (pin && count !== undefined)
    return {
      key: 'few-channels',
      predicted: channelLimit(count, base, product?.architecture),
      for: both(pin.clue, channels?.clue),
    }
  if (channels) {
    const predicted = channelLimit(channels.count, base, product?.architecture)
    // On a slow path NCCL plans few channels by itself: they follow from the path.
    const slow = local.some((connection) => connection.transport !== 'P2P')
    if (slow) return { key: 'few-channels', predicted, against: [{ ...channels.clue, key: 'channels-default' }] }
    if (channels.count >= ENOUGH_CHANNELS || predicted.low >= base * 0.9)
      return { key: 'few-channels', predicted, against: [channels.clue] }
    return { key: 'few-channels', predicted, for: [channels.clue] }
  }
  const perChannel = 20.9
  const guess = Math.round((verdict.measured ?? 0) / perChannel)
  if (guess < 1 || guess > 8) return undefined
  const unset = provenUnset(from, 'NCCL_MAX_NCHANNELS', '4')
  return { key: 'few-channels', predicted: channelLimit(guess, base, product?.architecture), against: unset && [unset] }
}

export function smallBuffers(from: RunFacts): Candidate | undefined {
  const base = ringBase(from)
  const setting = settingOf(from, 'NCCL_BUFFSIZE')
  const bytes = setting?.number
  if (setting && bytes !== undefined && bytes > 0) {
    const predicted = bufferLimit(bytes, base)
    return bytes < 1024 ** 2
      ? { key: 'small-buffers', predicted, for: [setting.clue] }
      : { key: 'small-buffers', predicted, against: [setting.clue] }
  }
  const unset = provenUnset(from, 'NCCL_BUFFSIZE', '65536')
  return { key: 'small-buffers', predicted: bufferLimit(65536, base), against: unset && [unset] }
}

export function fewThreads(from: RunFacts): Candidate | undefined {
  const setting = settingOf(from, 'NCCL_NTHREADS')
  if (setting?.number === undefined || setting.number <= 0 || setting.number >= 256) return undefined
  return { key: 'few-threads', predicted: share(ringBase(from), 0.3, 0.95), for: [setting.clue] }
}

function peerAccessOff(from: RunFacts): Clue | undefined {
  const disable = settingOf(from, 'NCCL_P2P_DISABLE')
  if (disable?.value === '1') return disable.clue
  const level = settingOf(from, 'NCCL_P2P_LEVEL')
  return level && /^(?:LOC|0+)$/i.test(level.value) ? level.clue : undefined
}

export function sharedMemoryPath(from: RunFacts): Candidate | undefined {
  if (from.hosts > 1 && from.local.length === 0) return undefined
  const predicted = sharedMemory(from.product?.pcie.generation ?? 4)
  const off = peerAccessOff(from)
  const shared = from.local.filter((connection) => connection.transport === 'SHM')
  if (shared.length > 0) return { key: 'shared-memory', predicted, for: both(viaClue(shared)[0], off) }
  if (from.local.length > 0) return { key: 'shared-memory', predicted, against: viaClue(from.local) }
  const noShm = settingOf(from, 'NCCL_SHM_DISABLE')
  if (off && noShm?.value === '1') return { key: 'shared-memory', predicted, against: [noShm.clue] }
  if (off) return { key: 'shared-memory', predicted, for: [off] }
  const unset = provenUnset(from, 'NCCL_P2P_DISABLE', '1')
  // Unset proves P2P only where nothing else can take it away, so it rules nothing out.
  return { key: 'shared-memory', predicted, against: unset && wholeLinks(from) ? [unset] : undefined }
}

export function networkInside(from: RunFacts): Candidate | undefined {
  if (from.hosts > 1 && from.local.length === 0) return undefined
  const net = from.local.filter((connection) => connection.transport === 'NET')
  const off = peerAccessOff(from)
  const noShm = settingOf(from, 'NCCL_SHM_DISABLE')
  const both_ = off && noShm?.value === '1' ? [off, noShm.clue] : []
  const network = net[0]?.network ?? from.job?.communicators.flatMap((one) => one.networks)[0]?.value
  const predicted =
    network === undefined || /^socket$/i.test(network) ? loopbackTcp : { low: 3, high: 50, basis: 'derived' as const }
  if (net.length > 0) return { key: 'network-inside-node', predicted, for: [...viaClue(net), ...both_] }
  if (from.local.length > 0) return { key: 'network-inside-node', predicted, against: viaClue(from.local) }
  return { key: 'network-inside-node', predicted, for: both_ }
}

export function pciePath(from: RunFacts): Candidate | undefined {
  const { product, local } = from
  if (!product?.nvlink || from.hosts > 1) return undefined
  const predicted = pciePeer(product.pcie.generation)
  const aside = local.filter((connection) => connection.transport !== 'P2P')
  if (local.length > 0 && aside.length === local.length) return { key: 'pcie-p2p', predicted, against: viaClue(aside) }
  const pairs = from.nodes.flatMap((node) => pairsOf(node, from))
  const apart = pairs.filter(({ token }) => /^(?:PIX|PXB|PHB|NODE|SYS|SOC)$/.test(token))
  if (apart.length > 0) return { key: 'pcie-p2p', predicted, for: apart.slice(0, 3).map((pair) => pair.clue) }
  const joined = pairs.filter(({ token }) => /^NV\d+$/.test(token))
  if (joined.length > 0 && joined.length === pairs.length)
    return { key: 'pcie-p2p', predicted, against: joined.slice(0, 1).map((pair) => pair.clue) }
  return { key: 'pcie-p2p', predicted }
}

/** Cells of the GPUs that the run uses. */
function pairsOf(node: Node, { run }: RunFacts): readonly { readonly token: string; readonly clue: Clue }[] {
  const matrix = node.topologies.find((topology) => topology.form !== 'matrix-pci' && !topology.damaged)
  if (!matrix) return []
  const used = new Set(run.rankList.flatMap((rank) => rank.device ?? []))
  const gpus = matrix.devices.flatMap((device, at) => {
    const index = Number(/\d+$/.exec(device.name)?.[0] ?? NaN)
    return device.kind === 'gpu' && (used.size === 0 || used.has(index)) ? [{ at, device }] : []
  })
  return gpus.flatMap(({ at, device }) =>
    gpus
      .filter((other) => other.at > at)
      .flatMap((other) => {
        const token = matrix.cells[at]?.[other.at] ?? ''
        const line = device.line ?? matrix.source.line
        return token === ''
          ? []
          : [
              {
                token,
                clue: {
                  key: 'pair' as const,
                  data: { pair: `${device.name}-${other.device.name}`, token },
                  sources: [sourceRef(matrix.source.document, line)],
                },
              },
            ]
      }),
  )
}

interface LinkCount {
  readonly active: number
  readonly wired: number
  readonly clue: Clue
}

function linkCounts(from: RunFacts): readonly LinkCount[] {
  const used = new Set(
    from.run.rankList.flatMap((rank) => (rank.device === undefined ? [] : [`${rank.host}|${rank.device}`])),
  )
  return from.nodes.flatMap((node) =>
    node.gpus.flatMap((gpu) => {
      const known = gpu.links.filter((link) => link.states.length > 0)
      const wired = from.product?.nvlink?.wiredLinks
      const takesPart =
        used.size === 0 || node.aliases.some((alias) => used.has(`${alias}|${gpu.index}`)) || node.aliases.length === 0
      if (wired === undefined || known.length === 0 || gpu.linksDamaged || !takesPart) return []
      const active = known.filter((link) => link.state === 'active').length
      const odd = known.find((link) => link.state !== 'active') ?? known[0]
      return [
        {
          active,
          wired,
          clue: {
            key: active < wired ? ('links' as const) : ('links-whole' as const),
            data: { gpu: gpu.index === undefined ? (gpu.busId?.value ?? '') : `GPU${gpu.index}`, active, wired },
            sources: odd?.states.slice(-1).map((state) => state.source) ?? [],
          },
        },
      ]
    }),
  )
}

function wholeLinks(from: RunFacts): boolean {
  const counts = linkCounts(from)
  return counts.length > 0 && counts.every(({ active, wired }) => active >= wired)
}

export function lanesDown(from: RunFacts): Candidate | undefined {
  const { product, verdict } = from
  if (!hasWiredLinks(product) || from.hosts > 1) return undefined
  const base = verdict.expectation?.typical ?? 0
  const counts = linkCounts(from)
  const down = counts.filter(({ active, wired }) => active < wired)
  const worst = down.reduce<LinkCount | undefined>((a, b) => (a && a.active <= b.active ? a : b), undefined)
  if (worst) {
    const part = worst.active / worst.wired
    return {
      key: 'lanes-down',
      predicted: share(base, part * 0.9, Math.min(1, part * 1.05)),
      for: down.slice(0, 4).map(({ clue }) => clue),
    }
  }
  const whole = counts.length > 0 && counts.length >= (from.gpus ?? Infinity)
  return {
    key: 'lanes-down',
    predicted: share(base, 0.5, 0.95),
    against: whole ? counts.slice(0, 2).map(({ clue }) => clue) : undefined,
  }
}

function hasWiredLinks(product: GpuProduct | undefined): boolean {
  return product?.nvlink !== undefined && !product.nvlink.mesh
}

/** Power cap or heat. What shows it are the samples under load, which rules of clocks judge. */
export function clocks(from: RunFacts): Candidate | undefined {
  if (from.hosts > 1) return undefined
  return { key: 'clocks', predicted: share(from.verdict.expectation?.typical ?? 0, 0.5, 0.95) }
}

/** Init ended for want of an interface: there is no figure at all. */
export function noInterface(from: RunFacts): Candidate | undefined {
  const said = warnings(from, /no (?:usable |socket )?(?:socket )?interface found|No interface found/i)
  if (said.length === 0) return undefined
  const setting = settingOf(from, 'NCCL_SOCKET_IFNAME')
  return { key: 'no-interface', for: both(said[0], setting?.clue) }
}

export function warnings(from: RunFacts, pattern: RegExp): readonly Clue[] {
  const all = from.job?.communicators.flatMap((communicator) => communicator.warnings) ?? []
  return all
    .filter((warning) => pattern.test(warning.text))
    .slice(0, 2)
    .map((warning) => ({ key: 'said', data: { text: warning.text }, sources: [warning.source] }))
}

function both(...clues: readonly (Clue | undefined)[]): readonly Clue[] {
  return clues.filter((clue): clue is Clue => clue !== undefined)
}
