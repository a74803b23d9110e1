import type { References } from '../types'

export const crossCaptureReferences: References = {
  'topo-vs-nvlink-count': ['docs/rules.md (engineering inference)'],
  'nccl-vs-smi-distance': [
    'https://github.com/NVIDIA/nccl/issues/489',
    'https://github.com/NVIDIA/nccl/issues/820',
    'https://github.com/NVIDIA/nccl/issues/246',
  ],
  'nccl-env-not-applied': ['https://github.com/NVIDIA/nccl/issues/260', 'https://github.com/NVIDIA/nccl/issues/307'],
  'gpu-index-order-differs': ['docs/rules.md (engineering inference)'],
  'capture-node-mismatch': ['docs/rules.md (engineering inference)'],
  'capture-stale': ['docs/rules.md (engineering inference)'],
  'container-view-differs': ['https://github.com/NVIDIA/nvidia-container-toolkit/issues/1877'],
}
