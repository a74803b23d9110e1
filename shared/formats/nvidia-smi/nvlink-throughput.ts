import { defineBlockFormat } from '../../model/format'
import type { NvlinkCapture, NvlinkThroughputLink } from './support/nvlink-types'

export const nvlinkThroughput = defineBlockFormat<NvlinkCapture<NvlinkThroughputLink>>({
  id: 'nvidia-smi/nvlink-throughput',
  title: 'NVLink traffic counters',
  command: 'nvidia-smi nvlink -gt d',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
