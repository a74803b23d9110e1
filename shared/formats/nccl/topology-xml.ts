import { defineBlockFormat } from '../../model/format'
import type { NcclTopologyFile } from './topology-types'

export const ncclTopologyXml = defineBlockFormat<NcclTopologyFile>({
  id: 'nccl/topology-xml',
  title: 'NCCL topology file',
  command: 'NCCL_TOPO_DUMP_FILE=FILE',
  example: '<system version="1">',
  anchors: ['<system '],
  begins: () => false,
  parse: () => null,
})
