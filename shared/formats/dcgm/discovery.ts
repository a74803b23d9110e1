import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface DiscoveredGpu {
  /** DCGM gpuId. */
  readonly id: number
  /** Blank sentinels such as <<<NULL>>> are left out. */
  readonly name?: AtLine<string>
  /** Normalised. */
  readonly busId?: AtLine<string>
  /** As printed, maybe shortened by a person. */
  readonly uuid?: AtLine<string>
  readonly status?: AtLine<string>
  /** `(last known)`: the GPU is detached. */
  readonly lastKnown?: boolean
  /** Text in place of the three lines. */
  readonly error?: AtLine<string>
  readonly line: number
}

/** `dcgmi discovery -l`. No switch found means that DCGM cannot see one, never that the board has none. */
export interface DcgmDiscovery {
  readonly gpusFound?: AtLine<number>
  readonly scope?: 'active' | 'all'
  readonly gpus: readonly DiscoveredGpu[]
  readonly switchesFound?: AtLine<number>
  readonly switches: readonly number[]
  readonly connectxFound?: AtLine<number>
  readonly cpusFound?: AtLine<number>
  readonly cpus: readonly {
    readonly id: number
    readonly name?: string
    readonly cores?: string
    readonly gpus?: string
    readonly line: number
  }[]
}

export const dcgmDiscovery = defineBlockFormat<DcgmDiscovery>({
  id: 'dcgm/discovery',
  title: 'GPUs, switches and CPUs that DCGM sees',
  command: 'dcgmi discovery -l',
  example: '8 GPUs found.',
  anchors: [' found.', ' found (Active).', ' found (All).'],
  begins: () => false,
  parse: () => null,
})
