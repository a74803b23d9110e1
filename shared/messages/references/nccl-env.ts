import type { References } from '../types'

export const ncclEnvReferences: References = {
  'nccl-unknown-variable': [
    'https://github.com/NERSC/podman-hpc/issues/136',
    'https://github.com/NVIDIA/nccl/issues/1199',
  ],
  'nccl-deprecated-variable': ['https://github.com/Mellanox/nv_peer_memory/issues/56'],
  'nccl-value-invalid': ['https://github.com/NVIDIA/nccl/blob/master/src/graph/tuning.cc'],
  'nccl-algo-pinned': ['https://github.com/NVIDIA/nccl-tests/issues/309', 'https://github.com/NVIDIA/nccl/issues/1304'],
  'nccl-proto-ll-pinned': ['https://github.com/NVIDIA/nccl/issues/354', 'https://github.com/NVIDIA/nccl/issues/1184'],
  'nccl-p2p-disabled': ['https://github.com/NVIDIA/nccl-tests/issues/228'],
  'nccl-p2p-level-forced': ['https://github.com/NVIDIA/nccl/issues/1817', 'https://github.com/NVIDIA/nccl/issues/1305'],
  'nccl-shm-disabled': ['https://github.com/NVIDIA/nccl/issues/406'],
  'nccl-ib-disabled': ['https://github.com/scottclowe/pytorch-experiment-template/issues/11'],
  'nccl-hca-subset': ['https://github.com/NVIDIA/nccl/issues/700', 'https://github.com/NVIDIA/nccl/issues/1591'],
  'nccl-hca-prefix-match': ['https://github.com/NVIDIA/nccl/pull/236'],
  'nccl-hca-not-found': ['https://github.com/NVIDIA/nccl/issues/981'],
  'nccl-socket-ifname-bad': [
    'https://github.com/horovod/horovod/issues/310',
    'https://github.com/horovod/horovod/issues/584',
  ],
  'nccl-channels-pinned': ['https://github.com/NVIDIA/nccl/issues/355', 'https://github.com/NVIDIA/nccl/issues/89'],
  'nccl-nvls-disabled': ['https://github.com/NVIDIA/nccl/issues/1788'],
  'nccl-topo-file-wrong': ['https://github.com/Azure/azhpc-images/issues/327'],
  'nccl-topo-file-missing': [
    'https://github.com/NVIDIA/nccl/issues/1464',
    'https://github.com/NVIDIA/nccl/issues/1843',
  ],
  'nccl-cross-nic': ['https://github.com/NVIDIA/nccl/issues/2013', 'https://github.com/NVIDIA/nccl/issues/1411'],
  'nccl-ib-timeout-low': ['https://github.com/NVIDIA/nccl/issues/902'],
  'nccl-ignore-mismatch': ['https://github.com/NVIDIA/nccl/issues/2428'],
  'nccl-cpu-affinity-ignored': ['https://github.com/NVIDIA/nccl/issues/1454'],
  'nccl-debug-leftover': ['https://github.com/NVIDIA/DCGM/blob/master/dcgmlib/dcgm_errors.h'],
}
