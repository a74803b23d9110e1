import { defineBlockFormat } from '../../model/format'
import type { NvlinkCapture, NvlinkRemoteLink } from './support/nvlink-types'

export const nvlinkPci = defineBlockFormat<NvlinkCapture<NvlinkRemoteLink>>({
  id: 'nvidia-smi/nvlink-pci',
  title: 'NVLink remote PCI ids',
  command: 'nvidia-smi nvlink -p',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
