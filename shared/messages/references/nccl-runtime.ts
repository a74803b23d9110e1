import type { References } from '../types'

export const ncclRuntimeReferences: References = {
  'nccl-socket-transport': ['https://github.com/areal-project/AReaL/issues/639'],
  'nccl-verbs-missing': [
    'https://github.com/dstackai/dstack/issues/2712',
    'https://github.com/sgl-project/sglang/pull/1427',
  ],
  'nccl-plugin-absent-ok': [
    'https://github.com/NVIDIA/nccl/issues/1231',
    'https://github.com/NVIDIA/nccl-tests/issues/228',
  ],
  'nccl-plugin-failed': ['https://github.com/NVIDIA/nccl/issues/959', 'https://github.com/NVIDIA/nccl/issues/229'],
  'nccl-shm-inside-node': ['https://github.com/NVIDIA/nccl-tests/issues/228'],
  'nccl-net-inside-node': ['https://github.com/NVIDIA/nccl/issues/1536'],
  'nccl-shm-too-small': ['https://github.com/NVIDIA/nccl/issues/342', 'https://github.com/NVIDIA/nccl/issues/525'],
  'nccl-memlock': ['https://github.com/NVIDIA/nccl-tests/issues/206'],
  'nccl-duplicate-gpu': ['https://github.com/horovod/horovod/issues/3929'],
  'nccl-ib-error-12': ['https://github.com/NVIDIA/nccl/issues/426', 'https://github.com/NVIDIA/nccl/issues/902'],
  'nccl-qp-connect-failed': [
    'https://github.com/NVIDIA/nccl/issues/2013',
    'https://github.com/NVIDIA/nccl-tests/issues/185',
  ],
  'nccl-link-layer-incompatible': ['https://github.com/NVIDIA/nccl/tree/master/src/transport/net_ib'],
  'nccl-nvls-bind-failed': [
    'https://github.com/pytorch/pytorch/pull/177472',
    'https://github.com/NVIDIA/nccl/issues/1788',
  ],
  'nccl-mnnvl-imex': ['https://github.com/NVIDIA/nccl/issues/1925'],
  'nccl-topo-absurd-bandwidth': ['https://github.com/NVIDIA/nccl-tests/issues/256'],
  'nccl-one-nic-used': ['https://github.com/NVIDIA/nccl/issues/439', 'https://github.com/NVIDIA/nccl/issues/1519'],
  'nccl-stalled-after-init': [
    'https://github.com/NVIDIA/nccl/issues/2428',
    'https://github.com/NVIDIA/nccl-tests/issues/117',
  ],
  'nccl-peer-closed': ['https://github.com/NVIDIA/nccl-tests/issues/185'],
}
