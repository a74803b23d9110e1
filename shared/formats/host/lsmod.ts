import { defineBlockFormat } from '../../model/format'

export interface KernelModule {
  readonly name: string
  readonly size?: number
  readonly count?: number
  readonly usedBy: readonly string[]
  readonly line: number
}

/** `lsmod` or `/proc/modules`. */
export interface Lsmod {
  readonly modules: readonly KernelModule[]
  /** Whole list: header seen (or all of /proc/modules), so that absence is a fact. A grep is not. */
  readonly complete: boolean
}

export const lsmod = defineBlockFormat<Lsmod>({
  id: 'host/lsmod',
  title: 'Kernel modules',
  command: 'lsmod',
  example: 'Module                  Size  Used by',
  anchors: ['Module  ', 'nvidia', 'ib_core', 'mlx5_core'],
  begins: () => false,
  parse: () => null,
})
