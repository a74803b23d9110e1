import type { References } from '../types'

export const numaReferences: References = {
  'numa-affinity-missing': ['https://github.com/NVIDIA/nccl/issues/814'],
  'numa-affinity-restricted': ['https://github.com/NVIDIA/nccl/issues/1017'],
  'numa-nps-layout': ['https://github.com/NVIDIA/nccl/issues/841'],
  'numa-nic-imbalance': ['https://github.com/NVIDIA/nccl/issues/412'],
}
