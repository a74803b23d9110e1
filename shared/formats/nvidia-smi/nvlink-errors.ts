import { defineBlockFormat } from '../../model/format'
import type { NvlinkCapture, NvlinkErrorsLink } from './support/nvlink-types'

export const nvlinkErrors = defineBlockFormat<NvlinkCapture<NvlinkErrorsLink>>({
  id: 'nvidia-smi/nvlink-errors',
  title: 'NVLink error counters',
  command: 'nvidia-smi nvlink -e',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
