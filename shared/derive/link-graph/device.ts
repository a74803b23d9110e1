import type { SourceRef } from '../../model/source'

/** A GPU or NIC as the tree sees it. */
export interface Device {
  readonly id: string
  readonly kind: 'gpu' | 'nic'
  /** Name in the matrix; undefined when the matrix does not list it. */
  readonly name?: string
  readonly order: number
  readonly busId?: string
  /** RDMA and network devices of a NIC. */
  readonly devices: readonly string[]
  /** NUMA node that a source prints for it. */
  readonly numa?: number
  readonly sources: readonly SourceRef[]
}

/** What hangs on what inside one NUMA box, before labels are given. */
export interface BoxTree {
  readonly groups: readonly TreeGroup[]
  readonly uppers: readonly { readonly members: readonly TreeGroup[]; readonly nics: readonly Device[] }[]
  readonly root: readonly Device[]
}

export interface TreeGroup {
  readonly kind: 'switch' | 'root' | 'unknown'
  readonly level: 'PIX' | 'PXB'
  readonly gpus: readonly Device[]
  readonly nics: readonly Device[]
}
