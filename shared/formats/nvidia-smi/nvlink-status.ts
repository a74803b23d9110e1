import { defineBlockFormat } from '../../model/format'
import type { NvlinkCapture, NvlinkStatusLink } from './support/nvlink-types'

export const nvlinkStatus = defineBlockFormat<NvlinkCapture<NvlinkStatusLink>>({
  id: 'nvidia-smi/nvlink-status',
  title: 'NVLink status',
  command: 'nvidia-smi nvlink -s',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
