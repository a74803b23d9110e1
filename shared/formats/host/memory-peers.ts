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
  anchors: ['nv_mem', 'nv_peer_mem', 'nvidia-peermem', 'nvidia_peermem', 'memory_peers'],
  begins(line, hint) {
    if (NONE.test(line)) return true
    return /memory_peers/.test(hint.command ?? hint.title ?? '') && CLIENTS.test(line)
  },
  parse(lines) {
    const line = lines.next()
    if (!line) return null
    if (NONE.test(line.text)) return { clients: [], none: { value: true, line: line.number } }
    const clients: AtLine<string>[] = []
    for (
      let next: typeof line | undefined = line;
      next;
      next = CLIENTS.test(lines.peek()?.text ?? '') ? lines.next() : undefined
    ) {
      for (const word of next.text.trim().split(/\s+/))
        if (NAME.test(word)) clients.push({ value: word, line: next.number })
    }
    return { clients }
  },
})

const NAME = /^(?:nv_mem|nv_peer_mem|nvidia-peermem|nvidia_peermem|nv_mem_nc|amdkfd|dmabuf)$/
// Names in a row, or `ls -l` lines that end in one.
const CLIENTS =
  /^\s*(?:[\w-]{1,40}\s+){0,4}(?:nv_mem|nv_peer_mem|nvidia-peermem|nvidia_peermem)(?:\s+[\w-]{1,40}){0,4}\s*$|^d[rwx-]{9}.{0,80}\s(?:nv_mem|nv_peer_mem|nvidia-peermem|nvidia_peermem)\s*$/
const NONE = /^ls: .{0,80}\/sys\/kernel\/mm\/memory_peers\/?['’"]?: (?!Permission)/
