import { defineBlockFormat } from '../../model/format'
import type { NcclGraphFile } from './topology-types'

export const ncclGraphXml = defineBlockFormat<NcclGraphFile>({
  id: 'nccl/graph-xml',
  title: 'NCCL graph file',
  command: 'NCCL_GRAPH_DUMP_FILE=FILE',
  example: '<graphs version="1">',
  anchors: ['<graphs '],
  begins: () => false,
  parse: () => null,
})
