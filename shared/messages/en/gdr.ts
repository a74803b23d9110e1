import type { RuleTexts } from '../types'

export const gdrEn: RuleTexts = {
  'gdr-not-used': {
    title: 'GPUDirect RDMA is not used between nodes on {node}',
    why: '{count, plural, =0 {NCCL says “{via}”:} one {A connection to another node goes “via {via}”, without /GDRDMA:} other {# connections to other nodes go “via {via}”, without /GDRDMA:}} data is copied through host memory on its way to the adapter.',
    cost: '180 against 10 GB/s on 8 x 400 Gb/s (two nodes); twice the bandwidth once enabled on V100 with EDR.',
    remedy: [
      'Check the kernel side: `lsmod | grep -E "nvidia_peermem|nv_peer_mem"`',
      'Load it: `sudo modprobe nvidia-peermem` (after the network driver), or use the open kernel modules with DMA-BUF.',
      'Run again and look for /GDRDMA on [receive] lines.',
    ],
    variants: {
      perhaps: {
        title: 'GPUDirect RDMA is disabled for the adapters of {node}',
        why: 'NCCL says so at init ({via}). Inside one node it does not matter; no line shows whether the job spans nodes.',
        cost: 'None inside one node. Between nodes: 180 against 10 GB/s on 8 x 400 Gb/s.',
      },
      send: {
        title:
          'GPUDirect RDMA only on receive, not on send ({count, plural, one {# connection} other {# connections}})',
        why: 'Connections of {node} receive with /GDRDMA and send without. On machines with NVLink both are expected; where GPUs have PCIe only, sending through the host is NCCL’s default.',
        remedy: [
          'With NVLink: check that NCCL_NET_GDR_READ is not 0.',
          'mpirun hands variables on only with -x: `mpirun -x NCCL_NET_GDR_READ=1`',
          'Newer NCCL chooses it by itself.',
        ],
      },
    },
  },
  'gdr-module-missing': {
    title: 'No peer memory module loaded, and GPUDirect RDMA is off',
    why: 'The module list of {node} has neither nvidia_peermem nor nv_peer_mem, no line shows DMA-BUF, and the log shows traffic between nodes without GPUDirect RDMA.',
    cost: '180 against 10 GB/s on 8 x 400 Gb/s between two nodes.',
    remedy: [
      'Load it: `sudo modprobe nvidia-peermem`',
      'If it says Invalid argument: install the network driver first, then build the GPU driver again.',
      'GPU Operator: driver.rdma.enabled=true. Or open kernel modules, kernel 5.12 and CUDA 11.7 or later: DMA-BUF needs no module.',
    ],
    variants: {
      alone: {
        title: 'No peer memory module loaded ({adapters, plural, one {# RDMA port} other {# RDMA ports}})',
        why: 'The module list of {node} has neither nvidia_peermem nor nv_peer_mem. With the open kernel modules DMA-BUF does the same work without it; no log here shows which.',
        cost: 'None if DMA-BUF is in use.',
        remedy: [
          'See what NCCL says: `NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET` (DMA-BUF is available, /GDRDMA)',
          'Else load it: `sudo modprobe nvidia-peermem`',
          'GPU Operator: driver.rdma.enabled=true.',
        ],
      },
    },
  },
  'gdr-old-nccl-check': {
    title: 'NCCL {version} does not see nvidia_peermem on this kernel',
    why: 'The module is loaded on {node}, and NCCL says Disabled. Up to 2.22.3 it looks for a path below /sys/kernel/mm/memory_peers that newer kernels do not have; it is not there.',
    cost: '180 against 10 GB/s on 8 x 400 Gb/s.',
    remedy: [
      'Use NCCL 2.23.4 or later. Frameworks bring their own: check the version that the job prints.',
      'Or the older nv_peer_mem package.',
    ],
    variants: {
      probable: {
        title: 'NCCL {version} may not see nvidia_peermem on this kernel',
        why: 'The module is loaded on {node}, and NCCL says Disabled. Up to 2.22.3 it looks for a path below /sys/kernel/mm/memory_peers that newer kernels do not have. Whether it exists was not captured.',
        remedy: [
          'Look: `ls /sys/kernel/mm/memory_peers`',
          'If there is none: NCCL 2.23.4 or later, also inside the framework.',
        ],
      },
    },
  },
  'gdr-blocked-by-distance': {
    title: 'GPUDirect RDMA is off by distance ({distance}, limit {limit})',
    why: 'GPU and adapter of {node} are joined over the CPU, beyond NCCL’s default level. Copying through host memory is usually faster there.',
    cost: 'None, when the adapter really hangs off the CPU.',
    remedy: ['Nothing, if the machine is built so.', 'Force NCCL_NET_GDR_LEVEL=SYS only if it measures better.'],
    variants: {
      guest: {
        title: 'GPUDirect RDMA is off by distance, and the virtual machine hides the switches',
        why: '{node} is a virtual machine of a kind that has PCIe switches, and no path in it shows one. NCCL takes every adapter for far.',
        cost: 'Large: all traffic between nodes goes through host memory.',
        remedy: [
          'Give NCCL the topology of the machine: NCCL_TOPO_FILE with the provider’s file.',
          'Check: /GDRDMA on the connection lines of the log.',
        ],
      },
    },
  },
  'gdr-level-forced': {
    title: '{names}={value} on {node}',
    why: 'It lets adapters reach GPU memory over the CPU. Reads through the root complex are often slower than copies through host memory.',
    cost: 'Depends on the machine: slower on many, a fifth faster on Grace.',
    remedy: ['Unset it, and compare both.', 'Keep what measures better.'],
    variants: {
      off: {
        title: '{names}={value} switches GPUDirect RDMA off',
        why: 'At this level no adapter is near enough: all traffic between nodes of {node} goes through host memory.',
        cost: 'Up to half of the bandwidth between nodes, more with many adapters.',
      },
      read: {
        title: 'NCCL_NET_GDR_READ=1 with PCIe GPUs',
        why: 'Sending straight from GPU memory is off by default where GPUs have PCIe only, since it is often slower there.',
      },
    },
  },
  'gdr-acs-fault': {
    title: 'RDMA to GPU memory fails with status {status} ({count, plural, one {once} other {# times}})',
    why: 'Status 4 is a local protection error: the adapter may not reach the memory that NCCL registered. With GPUDirect RDMA the usual cause is PCIe ACS or the IOMMU between GPU and adapter.',
    cost: 'The job fails. With GPUDirect RDMA off it works, slowly.',
    remedy: [
      'Switch ACS off in the BIOS; check: `sudo lspci -vvv | grep ACSCtl`',
      'IOMMU: `iommu=pt` or off.',
      'To prove it: `NCCL_NET_GDR_LEVEL=0` (slow)',
    ],
    variants: {
      possible: {
        title: 'RDMA fails with status {status}: PCIe ACS is one possible cause',
        why: 'The job of {node} fails with status {status}. Where GPUDirect RDMA is in use, ACS or the IOMMU between GPU and adapter was the cause in some such cases; others are a peer that went away.',
      },
    },
  },
  'gdr-dmabuf-unsupported': {
    title: 'DMA-BUF registration fails ({count, plural, one {once} other {# times}})',
    why: 'NCCL {version} on {node} tried to register GPU memory through DMA-BUF, and the network driver cannot: “{text}”.',
    cost: 'Init fails on NCCL 2.13 and its neighbours.',
    remedy: [
      'Switch it off and use the module: `NCCL_DMABUF_ENABLE=0` and `sudo modprobe nvidia-peermem`',
      'Better: newer NCCL and network driver.',
    ],
  },
  'peermem-invalid-context': {
    title: 'nvidia-peermem: invalid context, {count} times over {minutes} minutes',
    why: 'Memory was released for processes that no longer had a GPU context. It comes with jobs that crashed ({xids, plural, =0 {no Xid} one {one Xid} other {# Xids}} in the same log) and causes nothing by itself.',
    cost: 'None by itself.',
    remedy: ['Look for the first Xid or NCCL error before it: `sudo dmesg -T | grep -E "Xid|peermem"`'],
  },
}
