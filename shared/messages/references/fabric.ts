import type { References } from '../types'

export const fabricReferences: References = {
  'fabric-not-completed': [
    'https://github.com/NVIDIA/gpu-operator/issues/2511',
    'https://github.com/NVIDIA/nccl-tests/issues/264',
  ],
  'fabric-manager-not-running': [
    'https://github.com/NVIDIA/nccl-tests/issues/264',
    'https://github.com/pytorch/pytorch/issues/35710',
  ],
  'fabric-manager-version-mismatch': [
    'https://github.com/NVIDIA/gpu-driver-container/issues/735',
    'https://github.com/NVIDIA/gpu-operator/issues/544',
  ],
  'fabric-manager-nothing-to-do': ['https://github.com/NVIDIA/gpu-operator/issues/610'],
  'fabric-nvswitch-missing': [
    'https://github.com/leptonai/gpud/blob/main/components/accelerator/nvidia/fabric-manager/log_matcher.go',
  ],
  'fabric-health-degraded': ['https://github.com/NVIDIA/nccl/issues/2186'],
}
