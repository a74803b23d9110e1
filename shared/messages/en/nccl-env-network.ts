import type { RuleTexts } from '../types'

const everywhere =
  'Look at every place that may set it: the job script, `/etc/nccl.conf`, `~/.nccl.conf`, ENV of the image, the scheduler prolog: `env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`'

/** Settings of networks, NICs, topology files and debugging. */
export const ncclEnvNetworkEn: RuleTexts = {
  'nccl-socket-ifname-bad': {
    title: 'NCCL_SOCKET_IFNAME={value} names no interface of {node}',
    why: 'NCCL found no interface to start with and stopped ("no socket interface found", invalid usage). Interface names differ between machines and containers.',
    cost: 'The job does not start.',
    remedy: [
      'List the interfaces where the job runs (in the container): `ip -br addr`',
      'Name the cluster interface exactly, `NCCL_SOCKET_IFNAME==eth0`, or exclude the local ones, `NCCL_SOCKET_IFNAME=^docker,lo,veth,virbr`. `^docker0` alone lets lo in again.',
      everywhere,
    ],
    variants: {
      unset: {
        title: 'NCCL found no network interface on {node}',
        why: 'The log says that no socket interface was found, and no capture shows NCCL_SOCKET_IFNAME. A container without a network gives the same.',
      },
      local: {
        title: 'NCCL starts over {interface} ({address}), which other hosts cannot reach',
        why: 'The ranks are on several hosts, and the bootstrap of {node} listens on a loopback, bridge or overlay interface of its own.',
        cost: 'Init hangs or ends with connection refused.',
      },
    },
  },
  'nccl-ib-disabled': {
    title: '{name}={value}: NCCL stays off the RDMA network of {node}',
    why: 'The node has {ports} running RDMA {ports, plural, one {port} other {ports}} and the job runs on several hosts. With this setting NCCL falls back to TCP. NCCL_IB_DISABLE covers RoCE as well as InfiniBand.',
    cost: 'About a tenth of the bandwidth; a step took 2.3 times as long on two nodes of four A40.',
    remedy: ['Unset {name}.', everywhere],
    variants: {
      unused: {
        title: '{name}={value}: the RDMA network of {node} is switched off for NCCL',
        why: 'The node has {ports} running RDMA {ports, plural, one {port} other {ports}}. No capture shows a job over several hosts, where this would mean TCP.',
      },
      plugin: {
        title: '{name}={value} has no effect here: NCCL uses the network {network}',
        why: 'External network plugins do not look at NCCL_IB_DISABLE. The log says "Using network {network}".',
        cost: 'None.',
        remedy: ['Remove the setting: it says what does not happen.'],
      },
    },
  },
  'nccl-hca-subset': {
    title: 'NCCL_IB_HCA={value} takes {taken} of {due} running adapters of one kind',
    why: 'On {node} these adapters are up, of the same kind, and left out: {left}.',
    cost: 'In proportion: one 200G adapter of four gave 9.8 GB/s in a report.',
    remedy: [
      'List all rails, or unset NCCL_IB_HCA and let NCCL find them.',
      'If the others are storage or management ports, mute this with that reason.',
      everywhere,
    ],
  },
  'nccl-hca-prefix-match': {
    title: 'NCCL_IB_HCA={value} also takes {surplus}: entries are prefixes',
    why: 'Without a leading = each entry matches every adapter that begins so: mlx5_1 takes mlx5_10 to mlx5_19 too. On {node} that adds {surplus}.',
    cost: 'A storage or management port joins as a rail: a slow rail, or a hang.',
    remedy: ['Ask for whole names: `NCCL_IB_HCA={exact}`', everywhere],
    variants: {
      exclude: {
        title: 'NCCL_IB_HCA={value} also excludes {surplus}: entries are prefixes',
        why: 'Without = each entry matches every adapter that begins so. On {node} the list excludes {surplus} as well.',
        cost: 'Rails are lost, and their bandwidth with them.',
      },
    },
  },
  'nccl-hca-not-found': {
    title: 'NCCL_IB_HCA={value}: none of it exists on {node}',
    why: 'No adapter of {node} begins with {absent}. Adapters that captures show: {devices}. Names differ between machines: mlx5_0, mlx5_bond_0, ibp26s0, rocep...',
    cost: 'NCCL falls back to TCP without a warning.',
    remedy: [
      'List the names where the job runs (in the container): `ibv_devinfo -l`',
      'Use a prefix that fits all machines, or rename the devices by udev.',
      everywhere,
    ],
    variants: {
      some: {
        title: 'NCCL_IB_HCA={value}: {absent} does not exist on {node}',
        why: 'Other entries of the list exist; {absent} matches no adapter of {node}. Adapters that captures show: {devices}.',
        cost: 'One rail less than planned on this node, and different lists on the nodes of a job.',
      },
    },
  },
  'nccl-nvls-disabled': {
    title: '{name}={value}: NVLink SHARP is off',
    why: 'The NVSwitch chips of {node} can reduce in the switch (NVLS), which all-reduce takes by default on five GPUs and more. This setting switches it off.',
    cost: 'All-reduce on eight GPUs: about 370 in place of 480 GB/s. Nothing else loses.',
    remedy: [
      'If it was set because binding multicast memory failed: repair the fabric first: `systemctl status nvidia-fabricmanager`',
      'Then unset it.',
      everywhere,
    ],
    variants: {
      measured: {
        title: '{name}={value}: all-reduce reaches {measured} GB/s where NVLS gives about {nvls}',
        why: 'The run is at the ring figure. The hardware is healthy; NVLink SHARP is switched off by this setting.',
      },
    },
  },
  'nccl-topo-file-wrong': {
    title: '{name}={value}: this file does not fit {node}',
    why: 'NCCL merges the file with what it detects. A file of another machine gives wrong rings, or ends init.',
    cost: 'Init fails, or NCCL plans with paths that do not exist.',
    remedy: [
      'Remove the line from `/etc/nccl.conf` (or the job script) on this machine type, or use the provider’s file for it.',
      everywhere,
    ],
    variants: {
      missing: {
        title: '{name}={value}: the file is not there',
        why: 'The log says "Could not open XML ... file". A missing topology file is only an INFO line and NCCL goes on with its own detection; a missing graph file ends init.',
        cost: 'In a virtual machine all GPUs and adapters then look equally far: GPUDirect RDMA is off and bandwidth halves or worse.',
      },
      refused: {
        title: '{name}={value}: NCCL cannot use this file',
        why: 'The log says that the file names devices that the job does not have, or that it cannot be read.',
      },
      product: {
        title: '{name}={value} is made for {shape}, and {node} has {product}',
        why: 'The path names the file of another machine type, with other GPUs.',
      },
      count: {
        title: '{name}={value} is made for {due} GPUs ({shape}), and {node} shows {gpus}',
        why: 'The path names the file of a larger size of this machine type. Smaller sizes need no file; with the wrong one NCCL fails or plans wrong rings.',
      },
      'bus-ids': {
        title: '{name}={value}: its GPUs stand at bus ids that {node} does not have',
        why: 'The file was captured too. None of its GPUs has a bus id of this node, so NCCL cannot use any of its paths.',
      },
      unequal: {
        title: '{name}={value} is set, and one NVLink has two figures, seen from its two ends',
        why: 'NCCL’s system tree shows different NVLink bandwidth for the two directions of one pair. Hardware does not; a topology file that someone edited does.',
        cost: 'NCCL plans for the smaller figure: 28 in place of 178 GB/s in a report.',
      },
    },
  },
  'nccl-topo-file-missing': {
    title: '{node} is a virtual machine whose GPUs and adapters all look far ({cell}), and no topology file is set',
    why: 'The hypervisor ({hypervisor}) hides the PCIe switches, so NCCL sees no adapter near a GPU, leaves GPUDirect RDMA off and picks adapters at random. Providers ship a file that restores the tree.',
    cost: 'Half of the bandwidth or worse.',
    remedy: [
      'Set the provider’s file: `NCCL_TOPO_FILE=/path/topo.xml` in `/etc/nccl.conf`',
      'If there is none: write the switch tree (cpu and pci tags only) with the bus ids of the guest.',
    ],
  },
  'nccl-cross-nic': {
    title: 'NCCL connects {device} to another rail ({local} to {remote}), and the rails are not joined',
    why: 'The connection from {device} timed out towards an address in the subnet of {other} on this very node: the fabric has one subnet per rail and no way between them. NCCL_CROSS_NIC={value} lets a ring leave on one adapter and arrive on another.',
    cost: 'Init fails from some size on, or as soon as a pattern such as gather crosses rails.',
    remedy: [
      'On a rail-only fabric set `NCCL_CROSS_NIC=0`.',
      'If the rails should be joined (leaf and spine): look for the missing route or VLAN.',
    ],
    variants: {
      subnets: {
        title: '{device} timed out towards another subnet ({local} to {remote})',
        why: 'The local and the remote address stand in different subnets. If the fabric has one subnet per rail, the plan crossed rails that are not joined; no capture of the addresses of {node} shows that for certain.',
        remedy: [
          'Capture the addresses of all adapters on both nodes: `show_gids`',
          'If the fabric is rail-only: `NCCL_CROSS_NIC=0`; else look for the missing route.',
        ],
      },
      off: {
        title: 'NCCL_CROSS_NIC=0 and low bandwidth between nodes',
        why: 'With 0 every ring must leave and arrive on the same rail. On a fabric whose rails are joined that takes freedom from NCCL.',
        cost: 'Depends on the fabric.',
        remedy: [
          'On a fully joined fabric leave the default (2) and measure again.',
          'On a rail-only fabric 0 is right.',
        ],
      },
    },
  },
  'nccl-ib-timeout-low': {
    title: 'NCCL_IB_TIMEOUT={value}: a short time-out for the network',
    why: 'One try lasts 4.096 µs times two to the power of this value. The default is 20 since NCCL 2.23 (18 before, 14 in old releases).',
    cost: 'A short hiccup of the fabric (a link that flaps, a reroute) ends the job with error 12.',
    remedy: [
      'Use 22 and 7 retries: `NCCL_IB_TIMEOUT=22 NCCL_IB_RETRY_CNT=7`',
      'Then look for what interrupts the fabric.',
    ],
    variants: {
      retry: {
        title: 'NCCL_IB_RETRY_CNT={value}: fewer retries than the default 7',
        why: 'The adapter gives up after this many tries without an answer.',
      },
    },
  },
  'nccl-ignore-mismatch': {
    title: '{name}: nodes with different adapters are let through',
    why: '{leftHost} uses {left}; {rightHost} uses {right}. NCCL would refuse such a job, or warn; with this setting it goes on.',
    cost: 'Init completes, then the job hangs at 100 % utilisation and low power.',
    remedy: [
      'Make the device sets equal (device cgroup, uverbs devices in the container), or pin one common list: `NCCL_IB_HCA`',
      'Unset {name}.',
    ],
    variants: {
      p2p: {
        title: '{name}: a disabled peer access over NVLink is ignored',
        why: 'NCCL sees NVLink between GPUs of {node} and the driver refuses peer access over it, which is a fault of the fabric. The setting hides it.',
        cost: 'The fault stays, and shows as low bandwidth or a hang.',
        remedy: ['Repair the fabric: `nvidia-smi topo -p2p r; systemctl status nvidia-fabricmanager`', 'Unset {name}.'],
      },
    },
  },
  'nccl-cpu-affinity-ignored': {
    title: 'NCCL_IGNORE_CPU_AFFINITY={value}: the CPU mask of the job is set aside',
    why: 'NCCL then binds its threads to the CPUs of the GPU’s NUMA node, whatever the launcher gave. That is the cure where a launcher binds to one core, and wrong where the job shares the machine.',
    cost: 'Proxy threads may run beside others, or on the far socket.',
    remedy: ['Start without binding in place of ignoring it: `mpirun --bind-to none`', 'Unset it.'],
  },
  'nccl-debug-leftover': {
    title: '{name}={value}: a debug setting that floods the log',
    why: 'TRACE, ALL and COLL print lines for every collective call. They belong to a diagnosis, not to production.',
    cost: 'Gigabytes of log, and time spent to write them.',
    remedy: ['Unset it after the diagnosis; `NCCL_DEBUG=WARN` is enough in production.', everywhere],
    variants: {
      blocking: {
        title: 'CUDA_LAUNCH_BLOCKING={value}: every kernel launch waits',
        why: 'Launches become synchronous, so computing and communication cannot overlap. DCGM counts it as limiting performance.',
        cost: 'All overlap is lost.',
        remedy: ['Unset it after the diagnosis.', everywhere],
      },
      'launch-mode': {
        title: 'NCCL_LAUNCH_MODE={value}: a left-over of old releases',
        why: 'It changes how a process with several GPUs launches kernels and is deprecated since NCCL 2.9.',
        cost: 'None known.',
        remedy: ['Remove it.', everywhere],
      },
    },
  },
}
