import type { References } from '../types'

export const bandwidthReferences: References = {
  'busbw-below-expected': [
    'https://github.com/NVIDIA/nccl-tests/issues/212',
    'https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md',
  ],
  'busbw-internode-low': [
    'https://github.com/NVIDIA/nccl-tests/issues/119',
    'https://github.com/NVIDIA/nccl/issues/652',
  ],
  'wrong-results': [
    'https://github.com/NVIDIA/nccl-tests/issues/7',
    'https://github.com/NVIDIA/nccl/issues/2001',
    'https://github.com/NVIDIA/nccl/issues/1184',
  ],
  'tests-not-one-communicator': [
    'https://github.com/NVIDIA/nccl-tests/issues/27',
    'https://github.com/NVIDIA/nccl-tests/issues/213',
  ],
  'busbw-zero-single-rank': [
    'https://github.com/NVIDIA/nccl-tests/issues/249',
    'https://github.com/NVIDIA/nccl-tests/issues/294',
  ],
  'busbw-avg-misread': ['https://github.com/NVIDIA/nccl-tests/issues/115'],
  'busbw-not-saturated': ['https://github.com/NVIDIA/nccl-tests/issues/212'],
  'busbw-collapse-large': ['https://github.com/NVIDIA/nccl/issues/1453', 'https://github.com/NVIDIA/nccl/issues/378'],
  'busbw-two-node-inflated': ['https://github.com/NVIDIA/nccl-tests/issues/309'],
  'busbw-above-link-spec': ['https://github.com/NVIDIA/nccl-tests/issues/272'],
  'busbw-pairs-differ': ['https://github.com/NVIDIA/nccl/issues/1435', 'https://github.com/NVIDIA/nccl/issues/439'],
}
