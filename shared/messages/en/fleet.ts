import type { RuleTexts } from '../types'

export const fleetEn: RuleTexts = {
  'mixed-driver-versions': {
    title: 'Drivers of {count, plural, one {# version} other {# versions}} on {nodes} nodes: {versions}',
    why: 'The nodes run drivers of different branches. NCCL, NVLS and IMEX expect one driver on all machines of a job; mixed branches give hangs and failures that no single node shows.',
    cost: 'Odd hangs and NVLS or IMEX failures in jobs that span such nodes.',
    remedy: [
      'Bring all nodes to one driver, and Fabric Manager with it: `nvidia-smi --version; systemctl status nvidia-fabricmanager`',
      'Hold the packages so that an unattended upgrade does not part them again.',
    ],
    variants: {
      patch: {
        title: 'Drivers of one branch differ in their patch level: {versions}',
        why: 'All nodes run the same branch. A patch level of difference rarely matters; it tells that the nodes were not installed alike.',
        cost: 'None known.',
      },
      job: {
        title: 'Nodes of one job run drivers of different branches: {versions}',
        why: 'A job of this session ran over nodes whose drivers belong to different branches. That is not a tested combination, and NVLS and IMEX fail on it.',
      },
    },
  },
  'mixed-nccl-versions': {
    title: 'Hosts of one job load different NCCL releases: {versions}',
    why: 'Ranks of one communicator must run the same NCCL. Messages between releases differ in size and meaning, so init hangs or ends with "message truncated".',
    cost: 'The job hangs or fails; nothing about its bandwidth can be trusted.',
    remedy: [
      'Start every rank from the same image or wheel: `python -c "import torch; print(torch.cuda.nccl.version())"`',
      'Look for another library on the path: `ldconfig -p | grep nccl; echo $LD_LIBRARY_PATH $LD_PRELOAD`',
      'Each rank says which one it loads: `NCCL_DEBUG=VERSION`',
    ],
    variants: {
      said: {
        title: 'NCCL found different releases among the ranks of one job',
        why: 'NCCL says: {text}',
      },
    },
  },
  'node-plugin-differs': {
    title: 'Hosts of one job use different networks: {networks}',
    why: 'All ranks must talk over the same network layer. Where one host finds a net plugin and another falls back to the internal one, connections are set up in two ways and the first collective hangs without any message.',
    cost: 'A silent hang at the first collective.',
    remedy: [
      'Use the same image on all hosts, and compare: `ldconfig -p | grep nccl-net; echo $LD_LIBRARY_PATH`',
      'As a test, keep every host to the internal network: `NCCL_NET_PLUGIN=none`',
    ],
    variants: {
      library: {
        title: 'Hosts of one job find different net plugins: {networks}',
      },
    },
  },
  'node-env-differs': {
    title:
      '{count, plural, one {A variable} other {# variables}} that all ranks must share {count, plural, one {differs} other {differ}} between hosts of one job: {names}',
    why: 'Ranks plan the same algorithm, protocol, buffers and connections only when they read the same values. {values}',
    cost: 'A hang, a size mismatch, or wrong data.',
    remedy: [
      'Set it in one place for all ranks: `mpirun -x NAME=value`, the job script, or one nccl.conf.',
      'Compare the hosts: `env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`',
    ],
    variants: {
      tuning: {
        title: '{count, plural, one {A variable differs} other {# variables differ}} between hosts of one job: {names}',
        why: 'The hosts read other values, so they do not do the same work. {values}',
        cost: 'The slowest setting sets the pace.',
      },
    },
  },
  'node-hca-set-differs': {
    title: 'The adapters that NCCL uses differ between hosts of one job: {lists}',
    why: 'NCCL pairs adapters by their place in its list. With another number, order or layer the n-th adapter of one host meets a different one on the other: a rail too slow, connections that fail, or a crash.',
    cost: 'A hang, a crash, or a slow rail.',
    remedy: [
      'Look for a port that is down or a device too many: `ibstat; ibdev2netdev`',
      'Keep management and storage ports out: `NCCL_IB_HCA=^<device>`',
      'Give devices the same names on all hosts.',
    ],
    variants: {
      counts: {
        title: 'Ranks of one job see between {least} and {most} adapters',
        why: 'NCCL compares the ranks and found different numbers of network devices ({least} to {most}). The ranks with more cannot use them all, and pairs of adapters may not fit.',
      },
      loose: {
        title: 'The adapters that NCCL uses differ between hosts: {lists}',
        why: 'The logs end before NCCL names a communicator, so that they belong to one job is not shown. If they do: NCCL pairs adapters by their place in the list, and these lists do not fit together.',
        cost: 'In one job: a hang, a crash, or a slow rail.',
      },
    },
  },
  'rail-mismatch': {
    title: 'The same rails stand in another order: {rails}',
    why: 'NCCL pairs the n-th adapter of one host with the n-th of the other. Their addresses lie in the same subnets, but in another order: traffic of a rail leaves its switch, or finds no way at all.',
    cost: 'Traffic crosses the spine, or connections fail on rails that are not joined.',
    remedy: [
      'Compare names, addresses and places: `show_gids; ibdev2netdev -v`',
      'Name devices by their PCI place (udev), or recable.',
      'Or give NCCL the order that fits: `NCCL_IB_HCA==<device>,<device>,...`',
    ],
    variants: {
      leaf: {
        why: 'NCCL pairs the n-th adapter of one host with the n-th of the other. They hang on the same leaf switches, but in another order, so the traffic of a rail crosses the spine.',
      },
      place: {
        title: 'The same adapter names mean other slots: {rails}',
        why: 'NCCL pairs adapters by their place in its list, and the list follows the names. The same names stand for other PCI places on these hosts, so rails are crossed although the names agree.',
      },
    },
  },
  'node-topo-differs': {
    title: 'The topology of {odd} differs from its like ({gpu}): {cells, plural, one {# field} other {# fields}}',
    why: 'Machines of one model should print one matrix. {difference}',
    cost: 'NCCL plans each node for itself: unlike plans give unlike channels and crowd rails.',
    remedy: [
      'Look at the odd node: links (`nvidia-smi nvlink -s`), BIOS settings such as NPS, slots and cabling, a GPU replaced.',
      'Capture both together: `nvidia-smi topo -m; lspci -tv; numactl -H`',
    ],
    variants: {
      tie: {
        title: 'The topologies of {odd} ({gpu}) differ in {cells, plural, one {# field} other {# fields}}',
        why: 'Machines of one model should print one matrix, and nothing tells which of these is right. {difference}',
      },
    },
  },
  'node-kernel-setting-differs': {
    title: '{field}: {values}',
    why: 'The nodes are set up differently below CUDA. It explains what works on one node only; alone it need not matter.',
    cost: 'None by itself.',
    remedy: ['Bring the nodes to one setting, then compare again.'],
    variants: {
      felt: {
        why: 'The nodes are set up differently below CUDA, and another finding on one of them has to do with it.',
        cost: 'As that finding says.',
      },
    },
  },
  'node-gpu-model-mixed': {
    title: 'GPUs of {count, plural, one {# kind} other {# kinds}}: {models}',
    why: 'Nodes (or one node) hold different GPUs. They are fine side by side; a job over both runs at the pace of the slower one.',
    cost: 'The slowest GPU sets the pace; NCCL uses the smaller number of channels.',
    remedy: ['Keep different GPUs in separate pools: `nvidia-smi -L`'],
    variants: {
      job: {
        title: 'One job ran over different GPUs: {models}',
      },
      vbios: {
        title: 'GPUs of one name have different VBIOS versions: {models}',
        why: 'The firmware of the GPUs differs. It rarely matters; it tells that parts were exchanged or not updated alike.',
        cost: 'None known.',
        remedy: [
          'Update them together at the next maintenance: `nvidia-smi --query-gpu=index,name,vbios_version --format=csv`',
        ],
      },
    },
  },
}
