import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface GidRow {
  readonly device: string
  readonly port: number
  readonly index: number
  readonly gid: string
  readonly ipv4?: string
  /** `v1`, `v2`. */
  readonly version?: string
  readonly netdev?: string
  /** fe80: does not route. */
  readonly linkLocal: boolean
  readonly line: number
}

export interface ShowGids {
  readonly rows: readonly GidRow[]
  readonly found?: AtLine<number>
}

export const showGids = defineBlockFormat<ShowGids>({
  id: 'host/show-gids',
  title: 'RDMA addresses (GIDs)',
  command: 'show_gids',
  example: 'DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV',
  anchors: ['INDEX', 'n_gids_found', 'fe80:', '0000:ffff:'],
  begins: (line) => HEADER.test(line) || ROW.test(line),
  parse(lines, note) {
    const rows: GidRow[] = []
    let found: AtLine<number> | undefined
    let header = false
    for (let line = lines.peek(); line; line = lines.peek()) {
      const total = /^n_gids_found=(\d{1,6})\s*$/.exec(line.text)
      const row = readRow(line.text, line.number)
      if (row) rows.push(row)
      else if (HEADER.test(line.text)) {
        if (header || rows.length > 0) break
        header = true
      } else if (!/^[-\s]*$/.test(line.text) && !total) break
      else if (line.text.trim() === '' && !goesOn(lines.peek(1)?.text ?? '')) break
      lines.next()
      if (total) {
        found = { value: Number(total[1]), line: line.number }
        break
      }
    }
    if (found && found.value !== rows.length) note.damaged(`${found.value} GIDs found, ${rows.length} listed`)
    return { rows, found }
  },
})

const HEADER = /^\s*DEV\s+PORT\s+INDEX\s+GID\s/
// Tabs, or blanks that they were turned into; IPv4 may be empty.
const ROW =
  /^\s*([A-Za-z][\w.-]{1,31})\s+(\d{1,3})\s+(\d{1,4})\s+((?:[0-9a-fx]{4}:){7}[0-9a-fx]{4})(?:\s+(\d{1,3}(?:\.\d{1,3}){3}))?(?:\s+(v\d(?:\.\d)?))?(?:\s+([\w.@-]{1,32}))?\s*$/

function readRow(text: string, line: number): GidRow | null {
  const found = ROW.exec(text)
  if (!found) return null
  const [, device = '', port, index, gid = '', ipv4, version, netdev] = found
  return {
    device,
    port: Number(port),
    index: Number(index),
    gid,
    ipv4,
    version,
    netdev,
    linkLocal: gid.startsWith('fe80:'),
    line,
  }
}

/** A blank line stands above the count in some versions. */
function goesOn(text: string): boolean {
  return ROW.test(text) || text.startsWith('n_gids_found=')
}
