import { defineBlockFormat } from '../../model/format'
import type { NcclRas } from './ras-types'

export const ncclRas = defineBlockFormat<NcclRas>({
  id: 'nccl/ras',
  title: 'NCCL RAS report',
  command: 'ncclras',
  example: 'Job summary',
  anchors: ['Job summary'],
  begins: () => false,
  parse: () => null,
})
