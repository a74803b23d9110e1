export interface LstopoDevice {
  /** `GPU`, `NIC`, `RDMA`, `Bridge`, `PCI`. */
  readonly kind: 'pci' | 'network' | 'rdma' | 'gpu' | 'other'
  /** `mlx5_0`, `nvml0`, ... */
  readonly name?: string
  readonly busId?: string
  readonly numaNode?: number
  /** PCI bridges above a PCI device, nearest first: bus ids, or `line <n>` where the output names none. */
  readonly bridges: readonly string[]
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
  readonly devices: {
    kind: LstopoDevice['kind']
    name?: string
    busId?: string
    numaNode?: number
    bridges: readonly string[]
    line: number
  }[]
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

/** Things that stand for what is below them, by depth: bridges, and NUMA nodes, which stand for their siblings too. */
export class Depths<T> {
  readonly #stack: { depth: number; item: T }[] = []

  /** Leaves everything that the object at this depth is not below. */
  leave(depth: number): void {
    for (let top = this.#stack.at(-1); top && top.depth >= depth; top = this.#stack.at(-1)) this.#stack.pop()
  }

  enter(depth: number, item: T): void {
    this.leave(depth)
    if (this.#stack.length < 64) this.#stack.push({ depth, item })
  }

  /** Nearest first. */
  above(): T[] {
    return this.#stack.map(({ item }) => item).reverse()
  }
}

/** A NUMA node stands for its siblings and what is below them. Two at one level leave the place of a device open. */
export class NumaPlaces {
  readonly #stack: { depth: number; nodes: number[] }[] = []

  enter(depth: number, node: number | undefined): void {
    for (let top = this.#stack.at(-1); top && top.depth > depth; top = this.#stack.at(-1)) this.#stack.pop()
    if (node === undefined) return
    const top = this.#stack.at(-1)
    if (top?.depth === depth) top.nodes.push(node)
    else this.#stack.push({ depth, nodes: [node] })
  }

  current(): number | undefined {
    const nodes = this.#stack.at(-1)?.nodes
    return nodes?.length === 1 ? nodes[0] : undefined
  }
}
