import type { References } from '../types'

export const pcieReferences: References = {
  'pcie-width-downgraded': ['https://github.com/NVIDIA/NVSentinel/issues/890'],
  'pcie-gen-downgraded': ['https://github.com/Syllo/nvtop/issues/6'],
  'pcie-upstream-bottleneck': [
    'https://github.com/stas00/ml-engineering/blob/master/compute/accelerator/nvidia/debug.md',
  ],
  'replay-errors-growing': ['https://github.com/NVIDIA/DCGM/blob/master/modules/health/DcgmHealthWatch.cpp'],
  'pcie-aer-corrected': ['https://github.com/rwth-i6/returnn/issues/1486'],
  'pcie-aer-fatal': ['https://github.com/rwth-i6/returnn/issues/1500'],
  'acs-enabled': [
    'https://github.com/NVIDIA/nccl/issues/489',
    'https://github.com/NVIDIA/nccl-tests/issues/252',
    'https://github.com/aikitoria/open-gpu-kernel-modules/issues/6',
  ],
  'iommu-on': [
    'https://github.com/NVIDIA/nccl/issues/257',
    'https://github.com/vllm-project/vllm/issues/9920',
    'https://github.com/local-inference-lab/rtx6kpro/issues/15',
  ],
  'gpu-count-below-expected': ['https://github.com/NVIDIA/gpu-operator/issues/2511'],
  'gpu-pair-crosses-socket': ['https://github.com/NVIDIA/nccl/issues/1305'],
  'pcie-maxreadreq-low': ['https://github.com/NVIDIA/nccl/issues/513'],
  'bar1-too-small': ['https://docs.nvidia.com/cuda/gpudirect-rdma/'],
}
