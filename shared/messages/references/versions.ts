import type { References } from '../types'

export const versionsReferences: References = {
  'driver-library-mismatch': ['https://github.com/Azure/azhpc-images/pull/86'],
  'cuda-newer-than-driver': ['https://github.com/NVIDIA/nccl/blob/master/src/misc/cudawrap.cc'],
  'nccl-version-known-bad': [
    'https://github.com/NVIDIA/nccl/issues/1676',
    'https://github.com/NVIDIA/nccl/issues/1199',
    'https://github.com/NVIDIA/nccl/issues/1184',
    'https://github.com/NVIDIA/nccl/issues/2001',
    'https://github.com/NVIDIA/nccl/issues/2013',
    'https://github.com/NVIDIA/nccl/issues/302',
  ],
}
