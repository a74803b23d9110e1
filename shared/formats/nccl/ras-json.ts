import { defineBlockFormat } from '../../model/format'
import type { NcclRas } from './ras-types'

export const ncclRasJson = defineBlockFormat<NcclRas>({
  id: 'nccl/ras-json',
  title: 'NCCL RAS report (JSON)',
  command: 'ncclras -f json',
  example: '"communicators_count": 1,',
  anchors: ['communicators_count'],
  begins: () => false,
  parse: () => null,
})
