import type { References } from '../types'

export const nvlinkReferences: References = {
  'nvlink-inactive': ['https://github.com/Azure/azhpc-diagnostics/issues/73'],
  'nvlink-all-inactive': ['https://github.com/NVIDIA/open-gpu-kernel-modules/issues/1150'],
  'nvlink-count-below-product': ['https://github.com/NVIDIA/nccl/issues/1494'],
  'nvlink-asymmetric-pair': ['https://github.com/NVIDIA/nccl/issues/1494'],
  'gpu-pair-without-nvlink': ['https://github.com/NVIDIA/nccl-tests/issues/178'],
  'nvlink-unused-by-design': ['https://github.com/Azure/azurehpc-health-checks/issues/162'],
  'nvlink-speed-mixed': ['docs/rules.md (engineering inference)'],
  'nvlink-bridge-partial': ['https://github.com/NVIDIA/nccl/issues/340'],
  'p2p-status-not-ok': ['https://github.com/pytorch/pytorch/issues/130113'],
  'nvlink-p2p-disabled': ['https://github.com/NVIDIA/nccl/blob/master/src/graph/paths.cc'],
  'nvlink-crc-errors': ['https://github.com/NVIDIA/dcgm-exporter/issues/95'],
  'nvlink-switch-path-missing': ['https://github.com/NVIDIA/nccl/issues/1182'],
}
