/** What part of NCCL a variable is about: tells whether it can matter in a job at all. */
export type SettingTopic =
  | 'rdma' // InfiniBand and RoCE verbs, GPUDirect RDMA
  | 'socket' // threads and sockets of the TCP transport
  | 'between-hosts' // choice and use of a network, whichever it is
  | 'bootstrap' // interface and address that every job starts over
  | 'peer' // peer access between GPUs of a host
  | 'shm' // host memory between GPUs of a host
  | 'nvls' // NVLink SHARP
  | 'collnet' // reduction in the network
  | 'mnnvl' // NVLink between hosts
  | 'plan' // algorithms, protocols, channels, buffers
  | 'topology' // files and dumps of the topology
  | 'debug' // what is printed
  | 'other'

const exact: Readonly<Record<string, SettingTopic>> = {
  NCCL_SOCKET_NTHREADS: 'socket',
  NCCL_NSOCKS_PERTHREAD: 'socket',
  NCCL_SOCKET_IFNAME: 'bootstrap',
  NCCL_SOCKET_FAMILY: 'bootstrap',
  NCCL_OOB_NET_IFNAME: 'bootstrap',
  NCCL_COMM_ID: 'bootstrap',
  NCCL_DMABUF_ENABLE: 'rdma',
  NCCL_CROSS_NIC: 'between-hosts',
  NCCL_P2P_NET_CHUNKSIZE: 'between-hosts',
  NCCL_IGNORE_NET_MISMATCH: 'between-hosts',
  NCCL_ALGO: 'plan',
  NCCL_PROTO: 'plan',
  NCCL_NTHREADS: 'plan',
  NCCL_BUFFSIZE: 'plan',
  NCCL_LL_BUFFSIZE: 'plan',
  NCCL_LL128_BUFFSIZE: 'plan',
  NCCL_IGNORE_DISABLED_P2P: 'peer',
}

const prefixes: readonly (readonly [start: string, topic: SettingTopic])[] = [
  ['NCCL_IB_', 'rdma'],
  ['NCCL_NET_GDR_', 'rdma'],
  ['NCCL_GDRCOPY_', 'rdma'],
  ['NCCL_GDR_', 'rdma'],
  ['NCCL_NETDEVS_', 'between-hosts'],
  ['NCCL_NET_', 'between-hosts'],
  ['NCCL_NET', 'between-hosts'],
  ['NCCL_PXN_', 'between-hosts'],
  ['NCCL_P2P_PXN_', 'between-hosts'],
  ['NCCL_P2P_', 'peer'],
  ['NCCL_SHM_', 'shm'],
  ['NCCL_NVLS', 'nvls'],
  ['NCCL_COLLNET_', 'collnet'],
  ['NCCL_MNNVL_', 'mnnvl'],
  ['NCCL_MAX_', 'plan'],
  ['NCCL_MIN_', 'plan'],
  ['NCCL_TOPO_', 'topology'],
  ['NCCL_GRAPH_', 'topology'],
  ['NCCL_DEBUG', 'debug'],
]

export function settingTopic(name: string): SettingTopic {
  return exact[name] ?? prefixes.find(([start]) => name.startsWith(start))?.[1] ?? 'other'
}
