import type { References } from '../types'

export const gdrReferences: References = {
  'gdr-not-used': ['https://github.com/NVIDIA/nccl/issues/1676', 'https://github.com/NVIDIA/nccl-tests/issues/29'],
  'gdr-module-missing': ['https://github.com/NVIDIA/nccl/issues/988', 'https://github.com/NVIDIA/nccl/issues/1939'],
  'gdr-old-nccl-check': ['https://github.com/NVIDIA/nccl/issues/1676'],
  'gdr-blocked-by-distance': ['https://github.com/NVIDIA/nccl/issues/1151'],
  'gdr-level-forced': ['https://github.com/NVIDIA/nccl/issues/1181', 'https://github.com/NVIDIA/nccl/issues/1579'],
  'gdr-acs-fault': ['https://github.com/NVIDIA/nccl-tests/issues/252'],
  'gdr-dmabuf-unsupported': ['https://github.com/NVIDIA/nccl/issues/778'],
  'peermem-invalid-context': [
    'https://github.com/leptonai/gpud/blob/main/components/accelerator/nvidia/peermem/kmsg_matcher.go',
  ],
}
