import { defineBlockFormat } from '../../model/format'
import type { Lstopo } from './support/lstopo'

export const lstopo = defineBlockFormat<Lstopo>({
  id: 'host/lstopo',
  title: 'Hardware locality',
  command: 'lstopo --of console',
  example: 'Machine (2015GB total)',
  anchors: ['Machine ('],
  begins: () => false,
  parse: () => null,
})
