import { defineBlockFormat } from '../../model/format'
import type { Lstopo } from './support/lstopo'
import { normaliseBusId } from '../../model/pci-id'
import { deviceKind, Depths, newLstopo, NumaPlaces, type LstopoBuilder } from './support/lstopo'

export const lstopo = defineBlockFormat<Lstopo>({
  id: 'host/lstopo',
  title: 'Hardware locality',
  command: 'lstopo --of console',
  example: 'Machine (2015GB total)',
  anchors: ['Machine (', 'Machine L#'],
  begins: (line, _hint, lines) => MACHINE.test(line) && /^\s+\S/.test(lines.peek(1)?.text ?? ''),
  parse(lines) {
    const value = newLstopo()
    const places = new NumaPlaces()
    const bridges = new Depths<string>()
    let busId: string | undefined
    lines.next()
    for (let line = lines.peek(); line && /^\s+\S/.test(line.text); line = lines.peek()) {
      lines.next()
      const depth = line.text.length - line.text.trimStart().length
      const text = line.text.trim()
      const numa = /\bNUMANode L#\d{1,4} \(P#(\d{1,4})(?: ([\d.]+ ?[KMGT]?i?B))?/.exec(text)
      places.enter(depth, numa ? Number(numa[1]) : undefined)
      if (numa) value.numaNodes.push({ index: Number(numa[1]), memory: numa[2], line: line.number })
      bridges.leave(depth)
      if (BRIDGE.test(text)) bridges.enter(depth, `line ${String(line.number)}`)
      if (/^(?:Package|Socket) L#/.test(text)) value.packages++
      busId = readDevice(value, text, busId, { numaNode: places.current(), bridges: bridges.above() }, line.number)
    }
    return value
  },
})

const MACHINE = /^Machine (?:L#0 )?\(/
// `PCI 17:00.0 (3D)`, older `PCI 10de:2330`; behind a bridge tree
const PCI = /^PCI (?:L#\d+ )?((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7])(?: \(([^()]{1,40})\))?/i
// `PCIBridge`, `PCIBridge L#2`; HostBridge is the root, no bridge of the tree
const BRIDGE = /^PCI ?Bridge\b/
// `Net "ibp24s0"`, `OpenFabrics "mlx5_0"`, `GPU(NVML) "nvml0"`, `CoProc(CUDA) "cuda0"`
const DEVICE = /^(?:Net|OpenFabrics|GPU|CoProc|Block|Misc|DMA)(?:\([\w ]{1,24}\))?(?: L#\d+)? "([^"]{1,64})"/

function readDevice(
  value: LstopoBuilder,
  text: string,
  busId: string | undefined,
  place: { readonly numaNode: number | undefined; readonly bridges: readonly string[] },
  line: number,
): string | undefined {
  const pci = PCI.exec(text)
  if (pci) {
    const found = normaliseBusId(pci[1] ?? '')
    value.devices.push({ kind: 'pci', name: pci[2], busId: found, ...place, line })
    return found
  }
  const name = DEVICE.exec(text)?.[1]
  if (name !== undefined) value.devices.push({ kind: deviceKind(name), name, busId, ...place, line })
  return busId
}
