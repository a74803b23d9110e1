import type { References } from '../types'

export const fleetReferences: References = {
  'mixed-driver-versions': ['https://github.com/NVIDIA/nccl/issues/447'],
  'mixed-nccl-versions': ['https://github.com/NVIDIA/nccl/issues/1328', 'https://github.com/NVIDIA/nccl/issues/354'],
  'node-plugin-differs': ['https://github.com/NVIDIA/nccl/issues/1634'],
  'node-env-differs': ['https://github.com/NVIDIA/nccl/issues/1328'],
  'node-hca-set-differs': ['https://github.com/NVIDIA/nccl/issues/1363', 'https://github.com/NVIDIA/nccl/issues/2428'],
  'rail-mismatch': ['https://github.com/getainode/ainode/pull/89', 'https://github.com/NVIDIA/nccl/issues/1170'],
  'node-topo-differs': ['https://github.com/NVIDIA/nccl/issues/1494'],
  'node-kernel-setting-differs': ['https://github.com/NVIDIA/nccl/issues/743'],
  'node-gpu-model-mixed': ['https://github.com/NVIDIA/nccl/issues/981'],
}
