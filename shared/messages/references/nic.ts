import type { References } from '../types'

export const nicReferences: References = {
  'ib-port-down': ['https://github.com/leptonai/gpud/pull/482'],
  'ib-port-init': ['https://github.com/NVIDIA/nccl-tests/issues/128'],
  'ib-rate-below-peers': ['https://github.com/NVIDIA/nccl-tests/issues/71'],
  'ib-link-flap': ['https://github.com/NVIDIA/nccl/issues/905', 'https://github.com/Azure/azurehpc-health-checks'],
  'ib-error-counters': ['https://github.com/bytedance/byteps/issues/179'],
  'nic-pcie-below-port': ['https://github.com/NVIDIA/nccl-tests/issues/331'],
  'nic-gpu-far': ['https://github.com/NVIDIA/nccl/issues/412'],
  'nic-mixed-link-layer': [
    'https://github.com/stas00/ml-engineering/blob/master/network/debug/README.md',
    'https://github.com/NVIDIA/nccl/issues/1412',
  ],
  'roce-gid-link-local': ['https://github.com/NVIDIA/nccl/issues/769', 'https://github.com/NVIDIA/nccl/issues/426'],
  'roce-mtu-mismatch': ['https://github.com/NVIDIA/nccl/issues/709'],
  'roce-lossy-fabric': ['https://github.com/NVIDIA/nccl/issues/378', 'https://github.com/NVIDIA/nccl/issues/306'],
  'roce-bond-single-qp': ['https://github.com/NVIDIA/nccl/issues/1015'],
  'nic-module-trouble': [
    'https://github.com/leptonai/gpud/blob/main/components/accelerator/nvidia/infiniband/kmsg_matcher.go',
  ],
  'nic-access-reg-noise': ['https://github.com/leptonai/gpud/issues/1164'],
}
