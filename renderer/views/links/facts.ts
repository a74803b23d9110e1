import type { GraphGpu, GraphNic, LinkGraph, PcieLink } from '@shared/derive/link-graph'
import type { SessionView } from '@shared/derive/session-view'
import { number, t } from '../../i18n.svelte'

type NodeView = SessionView['nodes'][number]

export interface Fact {
  readonly name: string
  /** Undefined: the capture does not show it. */
  readonly value: string | undefined
  readonly mono?: boolean
  readonly note?: string
}

/** Facts of the parts, as rows of the side panel. An undefined value reads "not in capture". */

function pcieFacts(link: PcieLink): Fact[] {
  const of = (now: number | undefined, max: number | undefined, before: string): string | undefined =>
    now === undefined
      ? undefined
      : max === undefined || max === now
        ? `${before}${String(now)}`
        : t('links.ofMax', { now: `${before}${String(now)}`, max: `${before}${String(max)}` })
  return [
    { name: t('links.pcieWidth'), value: of(link.width, link.widthMax, 'x') },
    { name: t('links.pcieGen'), value: of(link.generation, link.generationMax, 'Gen') },
  ]
}

export function treeWord(graph: LinkGraph): string {
  const from = graph.treeFrom?.from ?? 'lspci'
  return graph.tree === 'captured'
    ? t('links.captured', {
        source: from === 'nccl-topology' || from === 'nccl-log' ? t(`links.treeFrom.${from}`) : from,
      })
    : graph.tree === 'rebuilt'
      ? t('links.rebuilt')
      : t('links.treeUnknown')
}

function boxOf(graph: LinkGraph, id: string): LinkGraph['boxes'][number] | undefined {
  return graph.boxes.find(
    (box) =>
      box.rootNics.includes(id) ||
      box.groups.some((group) => group.gpus.includes(id) || group.nics.includes(id)) ||
      box.uppers.some((upper) => upper.nics.includes(id)),
  )
}

function parent(graph: LinkGraph, id: string): Fact {
  const box = boxOf(graph, id)
  const group = box?.groups.find((item) => item.gpus.includes(id) || item.nics.includes(id))
  const upper = box?.uppers.find(
    (item) => item.nics.includes(id) || (group?.kind === 'root' && item.groups.includes(group.id)),
  )
  const value =
    group?.kind === 'switch' ? group.label : upper ? upper.label : group?.kind === 'unknown' ? undefined : box?.cpu
  return { name: t('links.hangsOn'), value, note: value === undefined ? undefined : treeWord(graph) }
}

function numaFacts(graph: LinkGraph, id: string): Fact[] {
  const box = boxOf(graph, id)
  return [
    { name: t('links.numa'), value: box?.number === undefined ? undefined : String(box.number) },
    { name: t('links.cores'), value: box?.cores },
  ]
}

export function gpuPcieFacts(graph: LinkGraph, gpu: GraphGpu): Fact[] {
  return [
    ...pcieFacts(gpu.pcie),
    parent(graph, gpu.id),
    ...numaFacts(graph, gpu.id),
    { name: t('links.busId'), value: gpu.busId, mono: true },
  ]
}

export function gpuFacts(gpu: GraphGpu): Fact[] {
  const { up, due, dueFrom } = gpu.count
  return [
    { name: t('links.product'), value: gpu.name },
    {
      name: t('links.lanes'),
      value: up === undefined ? undefined : due === undefined ? String(up) : t('links.lanesOf', { up, due }),
      note: dueFrom === 'siblings' ? t('links.siblings') : undefined,
    },
    { name: t('links.laneRate'), value: gpu.laneRate === undefined ? undefined : `${number(gpu.laneRate)} GB/s` },
    { name: t('links.busId'), value: gpu.busId, mono: true },
    { name: t('links.uuid'), value: gpu.uuid, mono: true },
  ]
}

export function nicFacts(graph: LinkGraph, nic: GraphNic): Fact[] {
  return [
    { name: t('links.device'), value: nic.device, mono: true },
    { name: t('links.netdev'), value: nic.netdev, mono: true },
    {
      name: t('links.portRate'),
      value: nic.gigabitsPerSecond === undefined ? undefined : `${number(nic.gigabitsPerSecond)} Gb/s`,
    },
    { name: t('links.linkLayer'), value: nic.linkLayer },
    { name: t('links.port'), value: nic.portState },
    { name: t('links.role'), value: nic.gigabitsPerSecond === undefined ? undefined : t(`links.role.${nic.role}`) },
    ...pcieFacts(nic.pcie),
    parent(graph, nic.id),
    ...numaFacts(graph, nic.id),
    {
      name: t('links.nearGpus'),
      value:
        nic.near.length > 0
          ? nic.near.map((id) => graph.gpus.find((gpu) => gpu.id === id)?.label ?? id).join(', ')
          : t('word.none'),
    },
    { name: t('links.busId'), value: nic.busId, mono: true },
  ]
}

export function nodeFacts(node: NodeView, graph: LinkGraph): Fact[] {
  const names = [...new Set(graph.gpus.map((gpu) => gpu.name))]
  return [
    { name: t('links.system'), value: graph.system },
    {
      name: t('links.gpus'),
      value:
        graph.gpus.length === 0
          ? undefined
          : `${String(graph.gpus.length)}${names.length === 1 && names[0] !== undefined ? ` × ${names[0]}` : ''}`,
    },
    {
      name: t('links.switches'),
      value:
        graph.switches.length > 0
          ? String(graph.switches.length)
          : graph.fabric === 'pairs' || graph.fabric === 'none'
            ? t('word.none')
            : undefined,
    },
    { name: t('links.tab.nics'), value: graph.nicSource === 'unknown' ? undefined : String(graph.nics.length) },
    { name: t('links.tree'), value: graph.tree === 'unknown' ? undefined : treeWord(graph) },
    ...graph.boxes.map((box) => ({
      name: `NUMA ${box.number === undefined ? '?' : String(box.number)}`,
      value: box.cores,
    })),
    { name: t('links.nodes'), value: node.name },
  ].slice(0, -1)
}

/** Distance of each NIC from a GPU, by the matrix. */
export function nicDistances(
  node: NodeView,
  graph: LinkGraph,
  gpu: GraphGpu,
): { readonly nic: GraphNic; readonly token: string | undefined; readonly line: number | undefined }[] {
  const topology = node.topologies[0]
  const row = topology?.devices.findIndex((device) => device.name === gpu.label) ?? -1
  const order = ['PIX', 'PXB', 'PHB', 'NODE', 'SYS']
  const rank = (token: string | undefined): number =>
    token === undefined || !order.includes(token) ? order.length : order.indexOf(token)
  return graph.nics
    .map((nic) => {
      const column =
        topology?.devices.findIndex(
          (device) => device.name === nic.label || (nic.device !== undefined && device.device === nic.device),
        ) ?? -1
      const text = row < 0 || column < 0 ? undefined : topology?.cells[row]?.[column]
      return { nic, token: text === '' ? undefined : text, line: topology?.devices[row]?.line }
    })
    .sort((a, b) => rank(a.token) - rank(b.token))
}
