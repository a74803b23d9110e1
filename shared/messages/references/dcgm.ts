import type { References } from '../types'

export const dcgmReferences: References = {
  'dcgm-wrong-field-ids': [
    'https://github.com/NVIDIA/dcgm-exporter/issues/87',
    'https://github.com/NVIDIA/DCGM/blob/master/dcgmlib/dcgm_fields.h',
  ],
  'dcgm-field-unsupported': [
    'https://github.com/NVIDIA/DCGM/issues/119',
    'https://github.com/NVIDIA/dcgm-exporter/issues/485',
  ],
  'dcgm-prof-locked': ['https://github.com/NVIDIA/DCGM/issues/56'],
  'dcgm-nvlink-idle': ['https://github.com/NVIDIA/DCGM/issues/149', 'https://github.com/NVIDIA/DCGM/issues/236'],
  'dcgm-nvlink-down': ['https://github.com/NVIDIA/NVSentinel/pull/1481'],
  'dcgm-xid-gauge-stale': [
    'https://github.com/NVIDIA/dcgm-exporter/issues/500',
    'https://github.com/NVIDIA/DCGM/issues/235',
  ],
  'dcgm-diag-fail': ['https://github.com/stas00/ml-engineering/blob/master/compute/accelerator/nvidia/debug.md'],
  'ecc-uncorrected': ['https://github.com/leptonai/gpud/pull/108'],
  'row-remap-pending': ['https://github.com/leptonai/gpud/pull/80'],
  'row-remap-failed': [
    'https://github.com/wtdcode/vllm-backport/issues/62',
    'https://github.com/awslabs/awsome-distributed-ai/pull/1190',
  ],
  'clocks-power-capped': [
    'https://github.com/Azure/azurehpc/pull/595',
    'https://github.com/l4rz/reverse-engineering-dell-idrac-to-get-rid-of-gpu-throttling/issues/3',
  ],
  'clocks-hw-slowdown': ['https://github.com/mlfoundations/open_clip/issues/703'],
  'clocks-locked-low': ['https://docs.nvidia.com/deploy/nvidia-smi/index.html (engineering inference)'],
  'persistence-off': ['https://github.com/NVIDIA/DCGM/blob/master/dcgmlib/dcgm_errors.h'],
  'mig-enabled': ['https://github.com/NVIDIA/nccl/issues/1716'],
}
