import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface NumaNode {
  readonly node: number
  /** As a list, blanks joined to commas and runs to ranges: `0-31,64-95`; '' without CPUs (GPU memory of Grace). */
  readonly cpus?: AtLine<string>
  /** Number of CPUs. */
  readonly cpuCount?: number
  readonly sizeMb?: AtLine<number>
  readonly freeMb?: AtLine<number>
}

export interface Numactl {
  readonly available?: AtLine<number>
  readonly nodes: readonly NumaNode[]
  /** distances[row][column]; rows that are cut are left out. */
  readonly distances: readonly { readonly node: number; readonly values: readonly number[]; readonly line: number }[]
}

export const numactl = defineBlockFormat<Numactl>({
  id: 'host/numactl',
  title: 'NUMA nodes',
  command: 'numactl -H',
  example: 'available: 2 nodes (0-1)',
  anchors: ['available: '],
  begins: () => false,
  parse: () => null,
})
