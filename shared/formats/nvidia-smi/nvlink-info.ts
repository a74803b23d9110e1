import { defineBlockFormat } from '../../model/format'
import type { NvlinkInfo } from './support/nvlink-types'

export const nvlinkInfo = defineBlockFormat<NvlinkInfo>({
  id: 'nvidia-smi/nvlink-info',
  title: 'NVLink firmware',
  command: 'nvidia-smi nvlink -info',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
