import { defineBlockFormat } from '../../model/format'
import type { LineCursor } from '../../model/format'

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
  anchors: ['Module  ', 'nvidia', 'ib_core', 'mlx5_', 'peer_mem', 'nouveau', 'gdrdrv', ' Live 0x'],
  begins(line, hint, lines) {
    if (HEADER.test(line)) return true
    if (PROC.test(line)) return true
    if (!ROW.test(line)) return false
    return (
      /\blsmod\b|\/proc\/modules/.test(hint.command ?? '') ||
      /\blsmod\b/.test(hint.title ?? '') ||
      KNOWN.test(line) ||
      ROW.test(lines.peek(1)?.text ?? '')
    )
  },
  parse(lines) {
    const modules: KernelModule[] = []
    let complete = false
    for (let line = lines.peek(); line; line = lines.peek()) {
      if (HEADER.test(line.text)) {
        if (modules.length > 0) break
        // A grep drops the header; a pipe through grep keeps it only by chance.
        complete = !/\|\s*(?:e|f)?grep\b/.test(lines.hint.command ?? '')
      } else {
        const module = readRow(line.text, line.number)
        if (!module) break
        modules.push(module)
      }
      lines.next()
    }
    if (isWholeProc(lines, modules)) complete = true
    return { modules, complete }
  },
})

const HEADER = /^Module\s+Size\s+Used by\s*$/
// `nvidia_uvm           1830912  -2`, `ib_core   357701  9 rdma_cm,ib_cm`
const ROW = /^([A-Za-z_][\w-]{1,55})\s+(\d{1,12})\s+(-?\d{1,6})(?:\s+(\[permanent\]|[\w,-]*(?:\[permanent\])?))?\s*$/
// `nvidia 35315712 1 nvidia_modeset, Live 0xffffffffc1234000 (POE)`
const PROC = /^([A-Za-z_][\w-]{1,55}) (\d{1,12}) (-?\d{1,6}) (\S+) (?:Live|Loading|Unloading) 0x[0-9a-f]+/
const KNOWN = /^(?:nvidia|nv_peer_mem|ib_core|mlx5_core|gdrdrv|nouveau)/

function readRow(text: string, line: number): KernelModule | null {
  const found = PROC.exec(text) ?? ROW.exec(text)
  if (!found) return null
  const usedBy = (found[4] ?? '').split(',').filter((name) => name !== '' && name !== '-' && !name.startsWith('['))
  return { name: found[1] ?? '', size: Number(found[2]), count: Number(found[3]), usedBy, line }
}

/** `/proc/modules` has no header; its own command line or title vouches that it is whole. */
function isWholeProc(lines: LineCursor, modules: readonly KernelModule[]): boolean {
  const { command = '', title = '' } = lines.hint
  return modules.length > 10 && /^(?:\S*cat )?\/proc\/modules$/.test(title !== '' ? title : command)
}
