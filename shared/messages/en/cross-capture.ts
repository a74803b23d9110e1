import type { RuleTexts } from '../types'

export const crossCaptureEn: RuleTexts = {
  'topo-vs-nvlink-count': {
    title: '{node}: the matrix counts {matrix} links on {gpu}, the link states show {active} active',
    why: 'Both come from the driver and should agree. They differ on {count, plural, one {# GPU} other {# GPUs}}: one capture is older than the other, or links dropped between the two.',
    cost: 'Conclusions from the older capture are wrong.',
    remedy: ['Capture both together: `nvidia-smi topo -m; nvidia-smi nvlink -s`'],
  },
  'nccl-vs-smi-distance': {
    title: '{node}: NCCL sees {gpu} and {device} at {nccl}, nvidia-smi at {matrix}',
    why: 'NCCL reads the PCI tree by itself and came to another distance for {pairs, plural, one {# pair} other {# pairs}} of GPU and adapter. It picks adapters by its own view.',
    cost: 'Where NCCL sees a pair farther than it is, it may choose another adapter, or leave GPUDirect RDMA out.',
    remedy: [
      'Make sure first that GPUDirect RDMA works: `lsmod | grep -i peermem`',
      'Compare with the real tree: `lspci -tv`',
      'Look for a topology file in use: `env | grep NCCL_TOPO_FILE`; update the firmware of PCIe switches.',
    ],
  },
  'nccl-env-not-applied': {
    title:
      '{node}: {count, plural, one {{name} is set, and NCCL never had it} other {# variables are set, and NCCL never had them: {names}}}',
    why: 'The capture sets {name}={value}. The log of the job shows what NCCL read and reaches the end of init, and it is not among it. So it did not reach the ranks of this machine.',
    cost: 'The setting has no effect. Whoever set it believes otherwise.',
    remedy: [
      'Hand it to every rank: `mpirun -x {name} ...`; DeepSpeed reads `~/.deepspeed_env`; sudo and ssh drop the environment.',
      'Or set it for the machine in `/etc/nccl.conf`, inside the container.',
      'Check that the log echoes it: `NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV`',
    ],
    variants: {
      'other-value': {
        title: '{node}: {name} is set to {value}, and NCCL read {logged}',
        why: 'The environment says one thing and the log of the job another, and no captured place explains the value that NCCL read: another script, image or launcher set it.',
        cost: 'The job ran with another setting than the one captured.',
      },
    },
  },
  'gpu-index-order-differs': {
    title: '{node}: CUDA numbers GPUs otherwise than nvidia-smi: {mapping}',
    why: 'NCCL prints both numbers. Left is the CUDA device of the rank, right the index of nvidia-smi. CUDA orders by speed unless told otherwise, and CUDA_VISIBLE_DEVICES reorders. Lanescope joins by PCI bus id and UUID, so its findings are not touched.',
    cost: 'Blaming the wrong GPU when reading two captures side by side.',
    remedy: ['Join by bus id or UUID, or make both orders one: `export CUDA_DEVICE_ORDER=PCI_BUS_ID`'],
    variants: {
      'one-per-process': {
        title: '{node}: every process sees one GPU as device 0: {mapping}',
        why: 'Each process was given one GPU, so CUDA calls every one of them 0. Left is the CUDA device, right the index of nvidia-smi. Lanescope joins by PCI bus id and UUID.',
      },
    },
  },
  'capture-node-mismatch': {
    title: '{node}: captures of different GPUs are filed under one node',
    why: 'At {place} one capture shows {first} and another {second}. Either they come from two machines, or a GPU was exchanged between them.',
    cost: 'Findings that join both captures are wrong.',
    remedy: [
      'Ask which node each file is from, and put each machine into a folder of its own.',
      'Let captures name their host: `hostname; nvidia-smi -L`',
    ],
    variants: {
      driver: {
        title: '{node}: captures show the drivers {first} and {second}',
        why: 'Two captures filed under one node were taken with different drivers: two machines, or one before and after an upgrade.',
      },
    },
  },
  'capture-stale': {
    title: '{node}: captures are {hours} hours apart ({first} to {last})',
    why: 'Counters, link states and clocks of captures so far apart describe different days. Rates between them say little.',
    cost: 'Rates and joins over these captures mean little.',
    remedy: ['Take all captures of a node in one go.'],
    variants: {
      boot: {
        title: '{node}: captures are of different boots',
        why: 'The boot ids {first} and {last} differ: the machine restarted between the captures, and counters began anew.',
      },
    },
  },
  'container-view-differs': {
    title: '{node}: the container sees {inside} of {host} GPUs',
    why: 'Inside the container fewer GPUs are visible than on the host. That may be meant so; link facts of the container then show a part of the machine only.',
    cost: 'None if it is meant so.',
    remedy: ['Compare on the host and inside the container: `nvidia-smi topo -m; ibstat`'],
    variants: {
      adapters: {
        title: '{node}: the container sees {inside} of {host} network adapters',
        why: 'Inside the container fewer adapters are visible than on the host. NCCL can use only what it sees, and falls back to TCP when it sees none.',
        cost: 'Traffic between nodes over fewer adapters, or over TCP.',
        remedy: [
          'Give the container the devices: `--device=/dev/infiniband --ulimit memlock=-1 --network=host`, or the RDMA device plugin of Kubernetes.',
        ],
      },
    },
  },
}
