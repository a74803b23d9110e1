import { defineBlockFormat } from '../../model/format'
import type { NvlinkCapture, NvlinkCapabilitiesLink } from './support/nvlink-types'

export const nvlinkCapabilities = defineBlockFormat<NvlinkCapture<NvlinkCapabilitiesLink>>({
  id: 'nvidia-smi/nvlink-capabilities',
  title: 'NVLink capabilities',
  command: 'nvidia-smi nvlink -c',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
