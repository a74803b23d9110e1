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
  'nccl-socket-transport': {
    title: 'NCCL uses TCP on {node}, which has {ports} running RDMA {ports, plural, one {port} other {ports}}',
    why: 'The log names Socket as the network, and {port} of {node} is up. NCCL falls back to TCP without a warning when it cannot use RDMA.',
    cost: '4 to 5 times slower on 100G RoCE (25 to 5 GB/s): 370 in place of 50 ms for 1 GiB.',
    remedy: [
      'Find the reason in the lines before: no libibverbs, no device, NCCL_IB_DISABLE, NCCL_IB_HCA, a plugin that failed.',
      'In a container: `--device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 --net host`, packages libibverbs1 and ibverbs-providers.',
      'Make a fall back fail loudly: `NCCL_NET=IB`',
    ],
    variants: {
      efa: {
        title: 'NCCL uses TCP on {node}, whose network is EFA',
        why: 'The log names Socket as the network. EFA needs the aws-ofi-nccl plugin, and NCCL falls back to TCP without it.',
        cost: 'About a tenth of the bandwidth.',
      },
      slingshot: {
        title: 'NCCL uses TCP on {node}, whose network is Slingshot',
        why: 'The log names Socket as the network, over hsn interfaces. Slingshot needs the OFI plugin, and NCCL falls back to TCP without it.',
        cost: 'About a tenth of the bandwidth.',
      },
      gcp: {
        title: 'NCCL uses TCP on {node}, whose settings ask for the plugin of Google Cloud',
        why: 'The log names Socket as the network, and settings of the plugin are there.',
        cost: 'About a tenth of the bandwidth.',
      },
    },
  },
  'nccl-verbs-missing': {
    title: 'NCCL finds no libibverbs on {node}, which has running RDMA ports',
    why: 'The job runs on several hosts, {ports} RDMA {ports, plural, one {port is} other {ports are}} up, and NCCL could not open the verbs library: it is usually missing in the container image.',
    cost: 'NCCL falls back to TCP.',
    remedy: [
      'Put the libraries into the image: `apt-get install libibverbs1 ibverbs-providers librdmacm1`',
      'Start with the devices: `--device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 --net host`',
    ],
    variants: {
      'hosts-unknown': {
        title: 'NCCL finds no libibverbs on {node}, which has running RDMA ports',
        why: '{ports} RDMA {ports, plural, one {port is} other {ports are}} up and NCCL could not open the verbs library, which is usually missing in the container image. The log does not show whether the job runs on several hosts; on one host it is harmless.',
        cost: 'Between hosts NCCL falls back to TCP.',
      },
      'no-device': {
        title: 'NCCL finds no RDMA device in the container on {node}, which has running RDMA ports',
        why: 'The log says "NET/IB : No device found" and the host shows {ports} running {ports, plural, one {port} other {ports}}: the container does not get the devices.',
      },
    },
  },
  'nccl-plugin-absent-ok': {
    title: 'Harmless lines in the NCCL log of {node}: {kinds}',
    why: 'NCCL looks for plugins, RDMA adapters and CPU masks that this machine need not have, and says so. None of these lines is a fault here.',
    cost: 'None.',
    remedy: ['Nothing to do.'],
  },
  'nccl-plugin-failed': {
    title: 'The network plugin failed on {node}',
    why: 'The plugin says that it found no provider, so NCCL goes on to other networks and ends at TCP. The line about libibverbs that follows is only the next attempt.',
    cost: 'TCP: about a tenth of the bandwidth.',
    remedy: [
      '{fabric, select, gcp {Check that the plugin (GPUDirect-TCPX or FasTrak) is mounted into the container: `ls /usr/local/nvidia/lib64/libnccl*`} slingshot {Check the provider: `fi_info -p cxi`} other {Check the provider: `fi_info -p efa`}}',
      'Put the directory of the plugin into LD_LIBRARY_PATH (not LD_PRELOAD), with a plugin for this NCCL release{fabric, select, gcp {.} slingshot {; FI_PROVIDER=cxi.} other {; FI_PROVIDER=efa; the security group must allow itself.}}',
      'Make a fall back fail loudly: {fabric, select, gcp {`NCCL_NET=FasTrak`, or the name that the plugin prints} other {`NCCL_NET="AWS Libfabric"`}}',
    ],
    variants: {
      fallback: {
        title: 'NCCL runs over TCP on {node} although its network ({fabric}) needs a plugin',
        why: 'The machine has a network that only its plugin drives, the job runs on several hosts, and every process says "Using network Socket".',
      },
    },
  },
  'nccl-shm-too-small': {
    title: '/dev/shm of {node} is too small: NCCL could not get {mebibytes} MiB',
    why: 'NCCL puts a segment into /dev/shm for each pair that exchanges data through host memory. Containers get 64 MiB by default.',
    cost: 'Init fails, or the process ends with a bus error.',
    remedy: [
      'Docker: `--shm-size=1g` or `--ipc=host`; Kubernetes: an emptyDir with `medium: Memory` on /dev/shm',
      'Remove what is left of dead jobs: `rm /dev/shm/nccl-*`',
    ],
    variants: {
      unsized: { title: '/dev/shm of {node} is too small for NCCL' },
    },
  },
  'nccl-memlock': {
    title: 'RDMA memory cannot be locked on {node}: "Cannot allocate memory"',
    why: 'Registering memory with the adapter locks it. The limit (ulimit -l) of the process is too low; what counts is the limit of the daemon that starts the job, not of a login shell.',
    cost: 'Init fails.',
    remedy: [
      'Raise it where the job starts: limits.conf, `LimitMEMLOCK=infinity` for slurmd or containerd, `--ulimit memlock=-1` for docker.',
      'Check it inside the job: `mpirun ... bash -c "ulimit -l"`',
    ],
    variants: {
      limit: {
        title: 'RDMA memory cannot be locked on {node}: memlock is {limit}',
        why: 'Registering memory with the adapter locks it. The captured limit is {limit}, and NCCL reports "Cannot allocate memory".',
      },
      shell: {
        title: 'memlock is {limit} on {node}, too low for RDMA',
        why: 'The captured limit (ulimit -l) is not unlimited and the job over InfiniBand did not come up. If the job runs with this limit, registering memory fails.',
        cost: 'Init fails if the job has this limit.',
      },
    },
  },
  'nccl-duplicate-gpu': {
    title: 'Rank {a} and rank {b} use one GPU ({bus})',
    why: 'NCCL found two ranks on the same device and stopped. Processes select device 0, or use a global rank in place of the local one.',
    cost: 'Init fails with invalid usage.',
    remedy: [
      'Set the device by local rank before the communicator is made: `torch.cuda.set_device(local_rank)`',
      'Compare ranks per node with visible GPUs: `nvidia-smi -L; echo $CUDA_VISIBLE_DEVICES`',
    ],
    variants: {
      unnamed: { title: 'Several ranks of {node} use one GPU' },
    },
  },
  'nccl-ib-error-12': {
    title: 'The RDMA network gave up on {node}: completion error 12, {count} {count, plural, one {time} other {times}}',
    why: 'Error 12 is "transport retry exceeded": the adapter sent and got no answer within time-out and retries. In the first seconds the adapters cannot talk at all (GID, subnet or rail, MTU, firewall, partition); later it is a flapping link, congestion, or a peer that died.',
    cost: 'The job aborts.',
    remedy: [
      'Look at the log of the peer first: if it crashed, this is the consequence.',
      'Test the path with the same GID and traffic class: `ib_write_bw -d mlx5_0 -x 3 --report_gbits SERVER`',
      'Compare MTU, GID tables and port states of both ends: `ibv_devinfo; show_gids; ibstat`',
    ],
    variants: {
      peer: {
        title:
          'The RDMA network gave up on {node} towards {peer}: completion error 12, {count} {count, plural, one {time} other {times}}',
      },
    },
  },
  'nccl-qp-connect-failed': {
    title: 'A queue pair could not be connected on {node} (ibv_modify_qp failed)',
    why: 'The adapter refused to bring a connection up.',
    cost: 'Init fails.',
    remedy: [
      'Compare the GID tables of both ends: `show_gids`',
      'Test one pair of ports: `ib_write_bw -d mlx5_0 -x 3 SERVER`',
    ],
    variants: {
      timeout: {
        title: 'A queue pair could not be connected on {node}: timed out{device, select, none {} other { on {device}}}',
        why: 'Error 110: the other end cannot be reached from this address. Rails that are not joined, a dead path, or a wrong GID.{gid, select, none {} other { GID index {gid}, local {local}, remote {remote}.}}',
      },
      invalid: {
        title:
          'A queue pair could not be connected on {node}: invalid argument{device, select, none {} other { on {device}}}',
        why: 'Error 22: usually a GID index whose row is empty or of another kind, or an MTU that does not fit.{gid, select, none {} other { GID index {gid}.}}',
        remedy: [
          'Choose the row of RoCE v2 with an IPv4 address: `show_gids`, then `NCCL_IB_GID_INDEX`; since NCCL 2.21 better leave it unset.',
          'Compare active_mtu of both ends: `ibv_devinfo | grep -E "hca_id|active_mtu"`',
        ],
      },
      unreachable: {
        title:
          'A queue pair could not be connected on {node}: network is unreachable{device, select, none {} other { on {device}}}',
        why: 'There is no route from the source address to the other end: a link-local GID, or a storage or management adapter that NCCL took as well.',
        remedy: [
          'Choose a GID that routes: `show_gids`',
          'Keep NCCL on the compute adapters: `NCCL_IB_HCA==mlx5_0,mlx5_1`',
        ],
      },
    },
  },
  'nccl-link-layer-incompatible': {
    title: 'An InfiniBand and an Ethernet port were to be connected ({node})',
    why: 'NCCL found adapters of both link layers and paired them across nodes.',
    cost: 'Init fails.',
    remedy: ['Name adapters of one link layer on all nodes: `NCCL_IB_HCA`'],
  },
  'nccl-nvls-bind-failed': {
    title: 'NVLink SHARP could not be set up on {node}',
    why: 'NCCL saw multicast support, and binding the memory failed. The fabric or its manager is not in the state that the driver expects; most reports were solved by a restart of Fabric Manager with a GPU reset.',
    cost: 'Init fails.',
    remedy: [
      'Drain the node, then: `sudo systemctl restart nvidia-fabricmanager && sudo nvidia-smi -r`, or reboot',
      'In a container: pass /dev/nvidia-caps.',
      'Stop-gap: `NCCL_NVLS_ENABLE=0` (all-reduce on eight GPUs falls from about 480 to 370 GB/s)',
    ],
    variants: {
      proceeds: {
        title: 'NVLink SHARP could not be set up on {node}; NCCL goes on without it',
        cost: 'All-reduce loses about a quarter on eight GPUs.',
      },
    },
  },
  'nccl-mnnvl-imex': {
    title: 'Multi-node NVLink (clique of {clique}) is available and does not work: IMEX',
    why: 'GPUs of several nodes share one NVLink domain, and the IMEX service that exports memory between nodes does not run, or its channel is missing in the container.',
    cost: 'Init fails.',
    remedy: [
      'On every node of the domain: `systemctl status nvidia-imex; nvidia-imex-ctl -N`',
      'Create channel 0 and mount it: /dev/nvidia-caps-imex-channels/channel0 (a ComputeDomain in Kubernetes).',
      'Stop-gap: `NCCL_MNNVL_ENABLE=0`',
    ],
  },
  'nccl-topo-absurd-bandwidth': {
    title: 'NCCL’s graph has a PCI hop of {bandwidth} GB/s on {node}',
    why: 'No PCIe link is that slow: the tree that the (virtual) machine shows has a wrong speed or width, and NCCL plans with it.',
    cost: 'NCCL avoids the path, or plans few channels.',
    remedy: [
      'Virtual machine: correct link_speed and link_width in the hypervisor’s tree, or in the file of NCCL_TOPO_FILE.',
      'Bare metal: look at the real link: `sudo lspci -vvv | grep -E "LnkCap:|LnkSta:"`',
    ],
    variants: {
      unknown: {
        title:
          'Speed or width of {count} PCI {count, plural, one {device is} other {devices are}} unknown in NCCL’s topology of {node}',
        why: 'The dumped file has no link speed or width above a GPU or adapter, as virtual trees do. NCCL then assumes a value.',
        cost: 'None if GPU and adapter stand under one switch; else NCCL may plan with too little.',
      },
    },
  },
  'nccl-one-nic-used': {
    title: 'All traffic between hosts goes through {nic}, one of {nics} adapters of {node}',
    why: 'NCCL lists {nics} adapters and every network channel of this node uses one of them.',
    cost: 'One part in {nics} of the network’s bandwidth.',
    remedy: [
      'Look at the paths between GPUs and adapters: `nvidia-smi topo -m`; two adapters behind one apparent lane, or a virtual machine without a topology file, hide the others.',
      'Only after that: NCCL_NETDEVS_POLICY, NCCL_MIN_NCHANNELS.',
    ],
    variants: {
      plan: {
        title: 'NCCL’s ring plan of {node} has {channels} {channels, plural, one {channel} other {channels}} only',
        why: 'An NVSwitch node plans many rings over its adapters. So few of them mean that NCCL sees a bottleneck in the topology.',
        cost: 'A part of the bandwidth, by the number of adapters.',
      },
    },
  },
  'nccl-stalled-after-init': {
    title:
      'Init is complete, nothing follows, and {gpus} {gpus, plural, one {GPU spins} other {GPUs spin}} at 100 % with {power} W',
    why: 'Every rank logs "Init COMPLETE", no row or line follows, and the GPUs show full utilisation at low power: kernels wait for data that does not come.',
    cost: 'The job hangs.',
    remedy: [
      'Probe: `NCCL_P2P_DISABLE=1` (if it runs then, look at IOMMU and ACS: `cat /proc/cmdline; sudo lspci -vvv | grep -i acsctl`)',
      'Compare NCCL versions, adapters and settings of all nodes.',
    ],
    variants: {
      busy: {
        title: 'Init is complete, nothing follows in the log, and GPUs are busy',
        why: 'Every rank logs "Init COMPLETE" and nothing follows. The GPUs draw power, so the job may simply be computing.',
        cost: 'Unknown.',
        remedy: ['Capture the log again later, and `nvidia-smi -q` at the same time.'],
      },
    },
  },
  'nccl-peer-closed': {
    title: 'Another process died first: {node} only saw the connection to {peer} close',
    why: 'All warnings of this log are consequences: the remote end closed its connection. The cause is in the log of that process.',
    cost: 'None by itself.',
    remedy: ['Open the log of the peer. The earliest WARN over all nodes is the cause.'],
    variants: {
      unnamed: {
        title: 'Another process died first: {node} only saw a connection close',
      },
    },
  },
}
