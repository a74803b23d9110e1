import type { RuleTexts } from '../types'

export const ncclRuntimeEn: RuleTexts = {
  'nccl-shm-inside-node': {
    title:
      '{pairs, plural, one {{pair}} other {{pair} and other pairs}}: data goes through host memory although NVLink joins the GPUs',
    why: 'The log shows "via {via}" between ranks whose GPUs NVLink joins. NCCL takes shared memory only where it is not allowed, or not able, to use peer access.',
    cost: '5 to 20 times slower on that hop; a collective runs at the pace of its slowest hop.',
    remedy: [
      'Look for NCCL_P2P_DISABLE=1 or NCCL_P2P_LEVEL=LOC: `env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`',
      'One container per GPU: share IPC and show all GPUs to each: `--ipc=host --gpus all`, the same NCCL_HOSTID.',
      'Ask the driver: `nvidia-smi topo -p2p r`',
    ],
    variants: {
      pcie: {
        title: '{pair}: data goes through host memory although one PCIe switch tree joins the GPUs',
        why: 'The log shows "via {via}" between ranks whose GPUs stand behind one PCIe switch tree (PIX or PXB), where NCCL uses peer access by default.',
        cost: 'Two copies through host memory in place of one transfer.',
      },
    },
  },
  'nccl-net-inside-node': {
    title: 'Ranks of one host ({node}) talk over the network: {via}',
    why: 'Rank {from} and rank {to} run on one machine by host name, and still use the network between them. NCCL counts them as two nodes then. It does so where P2P and shared memory are both off or impossible: separate containers, different NCCL_HOSTID, disable switches.',
    cost: 'The NIC (or TCP) in place of NVLink: 3 GB/s measured on two H200 over TCP. Eight one-GPU pods on one 100G NIC were far slower than spread pods.',
    remedy: [
      'Look for NCCL_P2P_DISABLE and NCCL_SHM_DISABLE: `env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`',
      'Pods: give one pod all GPUs, or share IPC, /dev/shm and the host id (`hostIPC: true`, the same NCCL_HOSTID).',
    ],
    variants: {
      loopback: {
        title: 'Ranks of one host use the NICs between them: a test on purpose',
        why: 'P2P and SHM are both switched off and the network is RDMA: the NICs of {node} are measured inside one node.',
        cost: 'None in such a test.',
      },
      faster: {
        title:
          'Ranks of one host use the NICs between them ({via}): NCCL takes them where they are faster than the CPU',
        why: 'Between GPUs that only the host bridge joins, NCCL compares the way over the NICs with the way over the CPU and takes the faster one. Nothing is switched off here.',
        cost: 'None.',
      },
    },
  },
}
