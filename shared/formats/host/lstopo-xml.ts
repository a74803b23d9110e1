import { defineBlockFormat } from '../../model/format'
import type { Lstopo } from './support/lstopo'

export const lstopoXml = defineBlockFormat<Lstopo>({
  id: 'host/lstopo-xml',
  title: 'Hardware locality (XML)',
  command: 'lstopo --of xml',
  example: '<!DOCTYPE topology SYSTEM "hwloc2.dtd">',
  anchors: ['<topology', 'SYSTEM "hwloc'],
  begins: () => false,
  parse: () => null,
})
