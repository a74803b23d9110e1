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

/** A builder that both forms of the output fill. */
export interface LstopoBuilder {
  readonly numaNodes: { index: number; memory?: string; cpus?: string; line: number }[]
  packages: number
  readonly devices: { kind: LstopoDevice['kind']; name?: string; busId?: string; numaNode?: number; line: number }[]
}

export function newLstopo(): LstopoBuilder {
  return { numaNodes: [], packages: 0, devices: [] }
}

/** Kind of an operating system device by its name, as hwloc's own type words differ between versions. */
export function deviceKind(name: string): LstopoDevice['kind'] {
  if (/^(?:mlx\d|bnxt_re|rdmap|irdma|efa|hfi1|roce)/.test(name)) return 'rdma'
  if (/^(?:nvml|cuda|opencl|card|renderD)\d/.test(name)) return 'gpu'
  return /^(?:en|eth|ib|bond|lo)\w*\d/.test(name) ? 'network' : 'other'
}
