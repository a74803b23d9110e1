import { defineBlockFormat } from '../../model/format'
import type { Lstopo } from './support/lstopo'
import { SaxesParser } from 'saxes'
import { normaliseBusId } from '../../model/pci-id'
import { deviceKind, Depths, newLstopo, NumaPlaces, type LstopoBuilder } from './support/lstopo'

export const lstopoXml = defineBlockFormat<Lstopo>({
  id: 'host/lstopo-xml',
  title: 'Hardware locality (XML)',
  command: 'lstopo --of xml',
  example: '<!DOCTYPE topology SYSTEM "hwloc2.dtd">',
  anchors: ['<topology', 'SYSTEM "hwloc', '<?xml '],
  begins(line, _hint, lines) {
    if (/^<(?:topology\b|!DOCTYPE topology SYSTEM "hwloc)/.test(line)) return true
    return line.startsWith('<?xml ') && /^<!DOCTYPE topology SYSTEM "hwloc/.test(lines.peek(1)?.text ?? '')
  },
  parse(lines, note) {
    const value = newLstopo()
    const parser = new SaxesParser()
    const path: (string | undefined)[] = []
    const places = new NumaPlaces()
    const bridges = new Depths<string>()
    let line = 0
    let broken = false
    parser.on('error', () => (broken = true))
    parser.on('opentag', (tag) => {
      path.push(tag.name === 'object' ? tag.attributes['pci_busid'] : path.at(-1))
      if (tag.name !== 'object') return
      const { type, os_index: index, bridge_type: kind, pci_busid: busId } = tag.attributes
      const numa = type === 'NUMANode' && /^\d{1,4}$/.test(index ?? '') ? Number(index) : undefined
      places.enter(path.length, numa)
      bridges.leave(path.length)
      // `0-1` is a host bridge: the root.
      if (type === 'Bridge' && kind !== '0-1')
        bridges.enter(path.length, normaliseBusId(busId ?? '') ?? `line ${String(line)}`)
      const place = { numaNode: places.current(), bridges: bridges.above() }
      readObject(value, tag.attributes, path.at(-2), place, line)
    })
    parser.on('closetag', () => path.pop())
    let complete = false
    for (let next = lines.peek(); next && !broken && !complete; next = lines.peek()) {
      lines.next()
      line = next.number
      parser.write(`${next.text}\n`)
      complete = next.text.includes('</topology>')
    }
    if (broken || !complete) note.damaged('the XML is cut or broken')
    return value
  },
})

function readObject(
  value: LstopoBuilder,
  attributes: Readonly<Record<string, string>>,
  parentBus: string | undefined,
  place: { readonly numaNode: number | undefined; readonly bridges: readonly string[] },
  line: number,
): void {
  const type = attributes['type']
  const index = Number(attributes['os_index'])
  if (type === 'Package' || type === 'Socket') value.packages++
  else if (type === 'NUMANode' && Number.isInteger(index)) {
    value.numaNodes.push({ index, memory: attributes['local_memory'], cpus: attributes['cpuset'], line })
  } else if (type === 'PCIDev')
    value.devices.push({
      kind: 'pci',
      name: attributes['pci_type'],
      busId: normaliseBusId(attributes['pci_busid'] ?? ''),
      ...place,
      line,
    })
  else if (type === 'OSDev') {
    const name = attributes['name'] ?? ''
    value.devices.push({ kind: deviceKind(name), name, busId: normaliseBusId(parentBus ?? ''), ...place, line })
  }
}
