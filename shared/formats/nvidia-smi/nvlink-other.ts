import { defineBlockFormat } from '../../model/format'
import type { NvlinkOther } from './support/nvlink-types'

export const nvlinkOther = defineBlockFormat<NvlinkOther>({
  id: 'nvidia-smi/nvlink-other',
  title: 'NVLink, other answers',
  command: 'nvidia-smi nvlink -gBwMode',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
