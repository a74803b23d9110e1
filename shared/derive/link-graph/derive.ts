import type { Finding, RuleOutcome } from '../../model/finding'
import { gpuField } from '../../model/gpu'
import type { Gpu, Link } from '../../model/gpu'
import type { Node } from '../../model/node'
import type { GpuProduct } from '../../knowledge/gpus'
import { systemById } from '../../knowledge/systems'
import { placeDevices } from './boxes'
import { cellsOf } from './cells'
import type { Device } from './device'
import { cellsArePairs, pairsByCells, pairsByRemotes, switchEdges, withInferred } from './fabric'
import type { GpuPart } from './fabric'
import { judgementOf, unique, weighty } from './findings'
import type { Judgement } from './findings'
import { ghostNics } from './ghosts'
import { compareSiblings, laneFacts, productOf } from './lanes'
import { graphNics } from './nics'
import { gpuPcie } from './pcie-link'
import { graphSwitches, markPair, markSwitchEdge, unseenSwitches } from './switches'
import type { DrawState, FabricKind, GraphGpu, GraphNic, GraphSwitch, LaneEnd, LinkGraph, PairEdge } from './types'

export interface LinkGraphInput {
  readonly findings?: readonly Finding[]
  readonly outcomes?: readonly RuleOutcome[]
}

/** Everything that the Links drawing shows of a node, from the session's facts. Pure and total; what no capture shows stays unknown. */
export function deriveLinkGraph(node: Node, input: LinkGraphInput = {}): LinkGraph {
  const judgement = judgementOf(node.id, input.findings ?? [], input.outcomes ?? [])
  const topology = node.topologies[0]
  const cells = cellsOf(topology)
  const numbered = numberGpus(node.gpus)
  const nameOf = new Map<string, string>()
  for (const { gpu, id, index } of numbered) {
    const name = topology?.devices.find(
      (device) => device.kind === 'gpu' && device.name === `GPU${String(index)}`,
    )?.name
    if (name !== undefined && gpu.index !== undefined) nameOf.set(id, name)
  }
  const matrixIsNvlink = node.topologies.some((item) => item.form !== 'matrix-pci')
  const nvCells = matrixIsNvlink ? cells : cellsOf(undefined)

  const ends = farEnds(numbered, node)
  const rough: GpuPart[] = numbered.map(({ gpu, id }) => ({
    id,
    name: nameOf.get(id) ?? '',
    lanes: [],
    product: productOf(gpu),
  }))
  const direct = cellsArePairs(rough, nvCells)
  const facts = numbered.map(({ gpu, id }) =>
    laneFacts(gpu, {
      cells: nvCells,
      name: nameOf.get(id) ?? '',
      others: numbered.filter((other) => other.id !== id).map((other) => nameOf.get(other.id) ?? ''),
      direct,
      judgement,
      end: ends.end,
    }),
  )
  const counts = compareSiblings(
    facts.map((fact, i) => ({
      name: numbered[i]?.gpu.name?.value,
      count: fact.count,
      known: numbered[i] !== undefined && productOf(numbered[i].gpu) !== undefined,
    })),
  )
  let gpus = numbered.map(({ gpu, id, index }, i) =>
    graphGpu(
      gpu,
      id,
      index,
      facts[i] ?? { lanes: [], count: { state: 'unknown' }, withoutNvlink: false, mig: false },
      counts[i] ?? { state: 'unknown' },
      judgement,
    ),
  )

  const parts: GpuPart[] = gpus.map((gpu, i) => ({
    id: gpu.id,
    name: nameOf.get(gpu.id) ?? '',
    lanes: gpu.lanes,
    product: rough[i]?.product,
  }))
  const viaSwitch = switchEdges(
    parts,
    ends.switches.map((item) => item.id),
  )
  gpus = gpus.map((gpu) => withInferred(gpu, viaSwitch.inferred, 'switch'))
  const byRemote = ends.switches.length > 0 ? { pairs: [], inferred: new Map<string, string>() } : pairsByRemotes(parts)
  gpus = gpus.map((gpu) => withInferred(gpu, byRemote.inferred, 'gpu'))
  const remotesSeen = byRemote.pairs.length > 0
  const pairs = remotesSeen
    ? byRemote.pairs
    : ends.switches.length === 0 && direct && !gpus.some((gpu) => gpu.lanes.some((lane) => lane.to.kind === 'hidden'))
      ? pairsByCells(parts, nvCells)
      : []

  const nicsBare = graphNics(node, judgement)
  for (const nic of nicsBare) {
    const device = topology?.devices.find(
      (item) =>
        item.kind === 'nic' && (item.name === nic.label || (nic.device !== undefined && item.device === nic.device)),
    )
    if (device) nameOf.set(nic.id, device.name)
  }
  const devices = deviceList(node, gpus, nicsBare, nameOf)
  const placed = placeDevices(node, devices, cells)
  const nics = nicsBare.map((nic) => ({
    ...nic,
    place: placed.places.get(nic.id)?.place ?? ('unknown' as const),
    near: placed.places.get(nic.id)?.near ?? [],
  }))
  const far = ghostNics(node, gpus, nics, cells, judgement, (id) => nameOf.get(id))
  const switches = [
    ...graphSwitches(ends.switches, viaSwitch.edges, gpus),
    ...unseenSwitches(node, ends.switches.length, gpus, judgement),
  ]
  return {
    nodeId: node.id,
    name: node.name,
    system: node.system === undefined ? undefined : systemById(node.system.value)?.name,
    gpus,
    fabric: fabricOf(gpus, switches, pairs),
    switches,
    switchEdges: viaSwitch.edges.map((edge) => markSwitchEdge(edge, gpus, judgement)),
    pairs: pairs.map((pair) => markPair(pair, gpus, judgement)),
    tree: placed.tree,
    treeFrom: placed.treeFrom && { from: placed.treeFrom.from, source: placed.treeFrom.source },
    boxes: placed.boxes,
    emptyNumas: placed.emptyNumas,
    disagreements: placed.disagreements,
    nics: nics.map((nic) => farNic(nic, far)),
    unplaced: placed.unplaced,
    nicSource: nics.length > 0 ? 'seen' : topology && !topology.damaged ? 'none' : 'unknown',
    ghosts: far.ghosts,
    relations: far.relations,
  }
}

export /** The NIC that is left for a GPU stands in the wrong place: it shows the finding too. */
function farNic(nic: GraphNic, far: ReturnType<typeof ghostNics>): GraphNic {
  const relation = far.relations.find((item) => item.nic === nic.id)
  if (!relation) return nic
  const ghost = far.ghosts.find((item) => item.id === relation.ghost)
  return {
    ...nic,
    state: nic.state === 'dead' ? 'dead' : 'degraded',
    findings: unique([...nic.findings, ...(ghost?.findings ?? [])]),
  }
}

interface Numbered {
  readonly gpu: Gpu
  readonly id: string
  readonly index: number
}

/** GPUs in order of index; those without one follow by bus id, numbered onwards. */
export function numberGpus(gpus: readonly Gpu[]): Numbered[] {
  const ordered = [...gpus].sort(
    (a, b) =>
      (a.index ?? Number.MAX_SAFE_INTEGER) - (b.index ?? Number.MAX_SAFE_INTEGER) ||
      ((a.busId?.value ?? a.id) < (b.busId?.value ?? b.id) ? -1 : 1),
  )
  let next = 0
  const used = new Set<number>()
  return ordered.map((gpu) => {
    let index = gpu.index ?? next
    while (used.has(index)) index++
    used.add(index)
    next = Math.max(next, index + 1)
    return { gpu, index, id: `gpu:${String(index)}` }
  })
}

/** Far ends by bus id: a GPU of this node, or a switch. On meshes and bridges a stranger is a GPU that this capture does not list. */
function farEnds(
  gpus: readonly Numbered[],
  node: Node,
): { switches: { id: string; busId: string }[]; end: (link: Link) => LaneEnd } {
  const byBus = new Map(gpus.flatMap(({ gpu, id }) => (gpu.busId ? [[gpu.busId.value, id] as const] : [])))
  const noSwitch = gpus.some(({ gpu }) => productOf(gpu)?.nvlink?.mesh === true || productOf(gpu)?.bridgeOnly === true)
  const isGpuFunction = (busId: string): boolean =>
    node.pci.some((item) => item.busId === busId && (item.classCode?.startsWith('03') ?? false))
  const found = new Set<string>()
  for (const { gpu } of gpus) {
    for (const link of gpu.links) {
      const busId = link.remote?.busId
      if (busId !== undefined && !link.remote?.hidden && !byBus.has(busId) && !noSwitch && !isGpuFunction(busId))
        found.add(busId)
    }
  }
  const switches = [...found].sort().map((busId, i) => ({ id: `nvs:${String(i)}`, busId }))
  const switchBy = new Map(switches.map((item) => [item.busId, item.id]))
  return {
    switches,
    end(link) {
      const remote = link.remote
      if (remote?.hidden) return { kind: 'hidden', link: remote.link }
      if (remote?.busId === undefined) return { kind: 'unknown' }
      const gpu = byBus.get(remote.busId)
      if (gpu !== undefined) return { kind: 'gpu', id: gpu, link: remote.link }
      const nvswitch = switchBy.get(remote.busId)
      return nvswitch === undefined
        ? { kind: 'unknown', link: remote.link }
        : { kind: 'switch', id: nvswitch, link: remote.link }
    },
  }
}

function graphGpu(
  gpu: Gpu,
  id: string,
  index: number,
  facts: ReturnType<typeof laneFacts>,
  count: GraphGpu['count'],
  judgement: Judgement,
): GraphGpu {
  const product = productOf(gpu)
  const links = gpu.links.flatMap((link) => judgement.on(`${gpu.id}/link${String(link.index)}`))
  const findings = unique([...judgement.on(gpu.id), ...links])
  const gone = findings.some((mark) => mark.rule === 'xid-off-bus')
  const rates = new Set(facts.lanes.filter((lane) => lane.said === 'active').map((lane) => lane.gigabytesPerSecond))
  const [rate] = [...rates]
  // Findings of the edges are drawn at the edges: PCIe width at the line below, a far NIC at its slot.
  const own = findings.filter((mark) => !/^(?:pcie|nic|numa|gdr|ib|roce|acs|nccl|busbw)-/.test(mark.rule))
  const state: DrawState = gone
    ? 'dead'
    : count.state === 'good' || count.state === 'plain' || count.state === 'unknown'
      ? weighty(own)
        ? 'degraded'
        : count.state
      : count.state
  return {
    id,
    modelId: gpu.id,
    index,
    label: `GPU${gpu.index === undefined ? '?' : String(index)}`,
    state,
    findings,
    sources: gpu.sources,
    name: gpu.name?.value,
    product: product ? shortName(product) : undefined,
    busId: gpu.busId?.value,
    uuid: gpu.uuid?.value,
    lanes: facts.lanes,
    count,
    withoutNvlink: facts.withoutNvlink,
    laneRate: rates.size === 1 ? rate : undefined,
    pcie: gpuPcie(gpu, product, judgement),
    mig: facts.mig || /^enabled$/i.test(gpuField(gpu, 'mig.current')?.value ?? ''),
    gone,
  }
}

/** Row titles have room for the name without vendor and memory. */
function shortName(product: GpuProduct): string {
  const name = product.displayName.replace(/^(?:NVIDIA|Tesla) /, '').replace(/[ -]\d+ ?GB.*$/, '')
  return product.isSxm && !name.includes('SXM') ? `${name} SXM` : name
}

function deviceList(
  node: Node,
  gpus: readonly GraphGpu[],
  nics: readonly GraphNic[],
  nameOf: ReadonlyMap<string, string>,
): Device[] {
  const matrix = node.topologies[0]
  const printed = (name: string | undefined): number | undefined => {
    const text = name === undefined ? undefined : matrix?.devices.find((device) => device.name === name)?.numaAffinity
    return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined
  }
  const ofPci = (busId: string | undefined): number | undefined => {
    const numa = node.pci.find((item) => item.busId === busId)?.numaNode?.value
    return numa !== undefined && numa >= 0 ? numa : undefined
  }
  const matrixSource = (name: string | undefined): readonly { document: string; line: number; endLine: number }[] => {
    const line = name === undefined ? undefined : matrix?.devices.find((device) => device.name === name)?.line
    return matrix && line !== undefined ? [{ document: matrix.source.document, line, endLine: line }] : []
  }
  return [
    ...gpus.map((gpu): Device => {
      const name = nameOf.get(gpu.id)
      return {
        id: gpu.id,
        kind: 'gpu',
        name,
        order: gpu.index,
        busId: gpu.busId,
        devices: [],
        numa: printed(name) ?? ofPci(gpu.busId),
        sources: matrixSource(name),
      }
    }),
    ...nics.map(({ id, modelId }, i): Device => {
      const nic = node.nics.find((item) => item.id === modelId)
      const name = nameOf.get(id)
      const numa = nic?.numaNode?.value
      return {
        id,
        kind: 'nic',
        name,
        order: i,
        busId: nic?.busId?.value,
        devices: [nic?.device, nic?.netdev?.value].filter((item): item is string => item !== undefined),
        numa: (numa !== undefined && numa >= 0 ? numa : undefined) ?? ofPci(nic?.busId?.value),
        sources: matrixSource(name),
      }
    }),
  ]
}

function fabricOf(gpus: readonly GraphGpu[], switches: readonly GraphSwitch[], pairs: readonly PairEdge[]): FabricKind {
  if (switches.length > 0) return 'switches'
  if (pairs.length > 0) return 'pairs'
  if (gpus.length > 0 && gpus.every((gpu) => gpu.withoutNvlink)) return 'none'
  const counted = gpus.filter((gpu) => !gpu.withoutNvlink)
  if (counted.some((gpu) => gpu.lanes.some((lane) => lane.said === 'active'))) return 'hidden'
  if (counted.some((gpu) => (gpu.count.up ?? 0) > 0)) return 'count'
  if (counted.length > 0 && counted.every((gpu) => gpu.count.up === 0)) return 'idle'
  return 'unknown'
}
