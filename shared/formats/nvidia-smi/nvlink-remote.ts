import { defineBlockFormat } from '../../model/format'
import type { NvlinkCapture, NvlinkRemoteLink } from './support/nvlink-types'

export const nvlinkRemote = defineBlockFormat<NvlinkCapture<NvlinkRemoteLink>>({
  id: 'nvidia-smi/nvlink-remote',
  title: 'NVLink remote ends',
  command: 'nvidia-smi nvlink -R',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
