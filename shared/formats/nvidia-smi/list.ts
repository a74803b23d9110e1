import { defineBlockFormat } from '../../model/format'
import type { GpuList } from './support/small-types'

export const gpuList = defineBlockFormat<GpuList>({
  id: 'nvidia-smi/list',
  title: 'GPU list',
  command: 'nvidia-smi -L',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-0)',
  anchors: ['GPU 0'],
  begins: () => false,
  parse: () => null,
})
