import type { RuleTexts } from '../types'

export const numaEn: RuleTexts = {
  'numa-affinity-missing': {
    title: 'No NUMA node for {count, plural, one {a GPU} other {# GPUs}}, and the machine has {nodes}',
    why: 'On {node} {gpus} name no NUMA node, though other captures show {nodes} of them. NCCL then takes every path for equally near and puts its threads anywhere.',
    cost: 'Copies and network traffic cross the sockets; a few per cent to a third between nodes.',
    remedy: [
      'Virtual machine: expose the NUMA layout (vNUMA), or use the provider’s file with NCCL_TOPO_FILE.',
      'Bare metal: check NUMA settings (SNC, NPS) and ACPI SLIT in the BIOS.',
      'Look at it: `numactl -H; cat /sys/bus/pci/devices/*/numa_node`',
    ],
  },
  'numa-affinity-restricted': {
    title: 'All {total} GPUs share {count, plural, one {one CPU} other {# CPUs}} ({cpus})',
    why: 'Every GPU of {node} lists the same {count, plural, one {CPU} other {# CPUs}}: the process may run only there (cpuset of a container, or a job step). NCCL’s network threads of all GPUs share them.',
    cost: 'Less bandwidth between nodes; a container slower than the host.',
    remedy: [
      'Give the job at least two cores for each GPU, near its NUMA node.',
      'Launchers: `mpirun --bind-to none` or `--bind-to numa`',
      'Containers: check --cpuset-cpus and the CPU request.',
    ],
    variants: {
      single: {
        title: '{gpus}: one CPU only ({cpus})',
        why: '{gpus} of {node} may use a single CPU. NCCL’s network thread and the program compete for it.',
      },
    },
  },
  'numa-nps-layout': {
    title: '{measured} GB/s on AMD with one NUMA node a socket',
    why: '{node} ({cpu}) has {nodes} NUMA nodes on {sockets} sockets and PCIe GPUs, and the run gave {measured} GB/s. NPS4 brings memory and GPUs closer; with the IOMMU off a reported machine went from 8 to 21 GB/s.',
    cost: 'About 1 GB/s by NPS alone, much more together with the IOMMU.',
    remedy: [
      'BIOS: NPS4, IOMMU off, APBDIS=1, DLWM off, xGMI at its highest speed.',
      'Measure again: `all_reduce_perf -b 64M -e 4G -f 2 -g 8`',
    ],
  },
  'numa-nic-imbalance': {
    title: 'All adapters that NCCL uses are on the other socket of {gpus}',
    why: 'NCCL on {node} uses {nics}. {gpus} reach all of them only over the link between the sockets.',
    cost: 'Half of the GPUs send over UPI or xGMI.',
    remedy: ['If the machine has adapters on one socket only: expect it.', 'Else move a card to the other socket.'],
    variants: {
      pinned: {
        title: 'NCCL_IB_HCA leaves out {left}, the adapters on the socket of {gpus}',
        why: 'NCCL_IB_HCA={setting} on {node} keeps NCCL to {nics}. {gpus} reach them only over the link between the sockets, though {left} is on their own.',
        remedy: ['Take {left} into NCCL_IB_HCA.', 'Or unset NCCL_IB_HCA and let NCCL choose.'],
      },
    },
  },
}
