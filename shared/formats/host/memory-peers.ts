import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** `nv_mem` or `nvidia-peermem` listed: a peer-memory client is registered. Taken only below its own command line. */
export interface MemoryPeers {
  readonly clients: readonly AtLine<string>[]
  /** The folder does not exist or is empty. */
  readonly none?: AtLine<boolean>
}

export const memoryPeers = defineBlockFormat<MemoryPeers>({
  id: 'host/memory-peers',
  title: 'Peer memory clients of the kernel',
  command: 'ls /sys/kernel/mm/memory_peers',
  example: 'nv_mem',
  anchors: [],
  begins: () => false,
  parse: () => null,
})
