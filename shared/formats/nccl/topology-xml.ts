import { defineBlockFormat, type LineCursor, type Note } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'
import { detach } from '../../segment/detach'
import { beginsXml, flagAttribute, numberAttribute, readXml, textAttribute, type XmlNode } from './support/xml-tree'
import type { NcclTopologyFile, TopologyCpu, TopologyGpu, TopologyNet, TopologyPci } from './topology-types'

/**
 * NCCL_TOPO_DUMP_FILE, and the files that providers ship for NCCL_TOPO_FILE. Values of link_speed and link_width are the lower of
 * port and device; 0, 255, `` and `Unknown` mean not known (virtual PCI trees). Source: NCCL src/graph/xml.cc, topo.cc.
 */
export const ncclTopologyXml = defineBlockFormat<NcclTopologyFile>({
  id: 'nccl/topology-xml',
  title: 'NCCL topology file',
  command: 'NCCL_TOPO_DUMP_FILE=FILE all_reduce_perf',
  example: '<system version="1">',
  anchors: ['<system version', '<cpu numaid', '<cpu host_hash', '<pci busid', '<net name', '<gpu dev', '<!--'],
  begins(line, _hint, lines) {
    if (line.trimStart().startsWith('<') && beginsXml(line, lines, '<system version')) return !line.includes('<graphs')
    // A piece out of the middle.
    return /^\s*<(?:cpu (?:numaid|host_hash)=|pci busid=|net name="[^"]{1,60}" dev=|gpu dev="[^"]{1,12}" sm=)/.test(
      line,
    )
  },
  parse,
})

function parse(lines: LineCursor, note: Note): NcclTopologyFile | null {
  const first = lines.peek()
  if (!first) return null
  const { roots, whole, dropped } = readXml(lines, 'system')
  const system = roots.find((root) => root.name === 'system')
  if (roots.length === 0) return null
  if (!whole) note.damaged('the topology is cut, or only a part of it')
  const all = [...(system?.children ?? []), ...roots.filter((root) => root !== system)]
  const cpus = all.filter((node) => node.name === 'cpu').map(cpuOf)
  const orphans = all.filter((node) => node.name !== 'cpu')
  if (orphans.length > 0)
    cpus.push({ line: orphans[0]?.line ?? first.number, children: pcisOf(orphans), nets: netsOf(orphans) })
  const gpus = [...walk(all)].flatMap((node) => (node.name === 'gpu' ? [node] : []))
  return {
    line: system?.line ?? first.number,
    version: system ? textAttribute(system, 'version') : undefined,
    cpus,
    partial: !gpus.some((gpu) => gpu.attributes.has('rank') || gpu.children.some((child) => child.name === 'nvlink')),
    damaged: !whole,
    dropped,
  }
}

function* walk(nodes: readonly XmlNode[]): Generator<XmlNode> {
  for (const node of nodes) {
    yield node
    yield* walk(node.children)
  }
}

function cpuOf(node: XmlNode): TopologyCpu {
  return {
    line: node.line,
    numaId: numberAttribute(node, 'numaid'),
    hostHash: textAttribute(node, 'host_hash'),
    affinity: textAttribute(node, 'affinity'),
    arch: textAttribute(node, 'arch'),
    vendor: textAttribute(node, 'vendor'),
    family: numberAttribute(node, 'familyid'),
    model: numberAttribute(node, 'modelid'),
    children: pcisOf(node.children),
    nets: netsOf(node.children),
  }
}

/** pci elements; a gpu without one around it (a cut copy) gets an empty place. */
function pcisOf(nodes: readonly XmlNode[]): readonly TopologyPci[] {
  return nodes.flatMap((node) => {
    if (node.name === 'pci') return [pciOf(node)]
    return node.name === 'gpu'
      ? [{ line: node.line, busId: '', children: [], gpu: gpuOf(node), nets: [], pciLinks: [] }]
      : []
  })
}

function pciOf(node: XmlNode): TopologyPci {
  const busId = textAttribute(node, 'busid') ?? ''
  const speed = Number(/^([\d.]{1,8}) ?GT\/s/.exec(textAttribute(node, 'link_speed') ?? '')?.[1] ?? NaN)
  const width = numberAttribute(node, 'link_width')
  const gpu = node.children.find((child) => child.name === 'gpu')
  return {
    line: node.line,
    busId: normaliseBusId(busId) ?? busId,
    pciClass: textAttribute(node, 'class'),
    vendor: textAttribute(node, 'vendor'),
    device: textAttribute(node, 'device'),
    gigatransfers: Number.isFinite(speed) && speed > 0 ? speed : undefined,
    width: width === undefined || width <= 0 || width >= 255 ? undefined : width,
    children: pcisOf(node.children.filter((child) => child.name !== 'gpu')),
    gpu: gpu ? gpuOf(gpu) : undefined,
    nets: netsOf(node.children),
    pciLinks: node.children.flatMap((child) =>
      child.name === 'pcilink' ? [detach(child.attributes.get('target') ?? '')] : [],
    ),
  }
}

function gpuOf(node: XmlNode): TopologyGpu {
  const c2c = node.children.find((child) => child.name === 'c2c')
  return {
    line: node.line,
    dev: numberAttribute(node, 'dev'),
    sm: numberAttribute(node, 'sm'),
    rank: numberAttribute(node, 'rank'),
    gdr: flagAttribute(node, 'gdr'),
    nvlinks: node.children.flatMap((child) =>
      child.name === 'nvlink'
        ? [
            {
              line: child.line,
              target: child.attributes.get('target') ?? '',
              count: numberAttribute(child, 'count') ?? 0,
              targetClass: textAttribute(child, 'tclass'),
            },
          ]
        : [],
    ),
    c2c: c2c ? { bandwidth: numberAttribute(c2c, 'bw'), count: numberAttribute(c2c, 'count') } : undefined,
  }
}

/** net elements below `nic`, or bare in a cut copy. */
function netsOf(nodes: readonly XmlNode[]): readonly TopologyNet[] {
  return nodes
    .flatMap((node) => (node.name === 'nic' ? node.children : [node]))
    .flatMap((node) => (node.name === 'net' ? [netOf(node)] : []))
}

function netOf(node: XmlNode): TopologyNet {
  const speed = numberAttribute(node, 'speed')
  return {
    line: node.line,
    name: textAttribute(node, 'name'),
    dev: numberAttribute(node, 'dev'),
    gigabitsPerSecond: speed !== undefined && speed > 0 ? speed / 1000 : undefined,
    port: numberAttribute(node, 'port'),
    latency: numberAttribute(node, 'latency'),
    guid: textAttribute(node, 'guid'),
    maxConnections: numberAttribute(node, 'maxconn'),
    gdr: flagAttribute(node, 'gdr'),
    collective: flagAttribute(node, 'coll'),
  }
}
