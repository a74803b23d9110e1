import { defineStreamFormat } from '../../model/format'
import type { NcclInspector } from './inspector-types'

export const ncclInspectorPrometheus = defineStreamFormat<NcclInspector>({
  id: 'nccl/inspector-prometheus',
  title: 'NCCL Inspector metrics',
  command: 'NCCL_INSPECTOR_PROM_DUMP=1',
  example: 'nccl_bus_bandwidth_gbs{gpu="0"} 1',
  anchors: ['nccl_bus_bandwidth_gbs'],
  reader: () => ({ take: () => null, close: () => null }),
})
