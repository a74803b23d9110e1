export interface LstopoDevice {
  /** `GPU`, `NIC`, `RDMA`, `Bridge`, `PCI`. */
  readonly kind: 'pci' | 'network' | 'rdma' | 'gpu' | 'other'
  /** `mlx5_0`, `nvml0`, ... */
  readonly name?: string
  readonly busId?: string
  readonly numaNode?: number
  readonly line: number
}

/** What an object tree of hwloc says of devices and NUMA nodes. */
export interface Lstopo {
  readonly numaNodes: readonly {
    readonly index: number
    readonly memory?: string
    readonly cpus?: string
    readonly line: number
  }[]
  readonly packages: number
  readonly devices: readonly LstopoDevice[]
}
