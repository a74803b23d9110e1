import { defineBlockFormat } from '../../model/format'

/** GID lines of `ibv_devinfo -v` cut out of their device: good for the index, not for a port. */
export interface GidLines {
  readonly gids: readonly {
    readonly index: number
    readonly gid: string
    readonly version?: string
    readonly line: number
  }[]
}

export const gidLines = defineBlockFormat<GidLines>({
  id: 'host/gid-lines',
  title: 'GID lines without their device',
  command: 'ibv_devinfo -v | grep GID',
  example: '\t\t\tGID[  1]:\t\tfe80::ac0:ebff:fe51:77a2, RoCE v2',
  anchors: ['GID['],
  begins: (line) => GID.test(line),
  parse(lines) {
    const gids: GidLines['gids'][number][] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = GID.exec(line.text)
      if (!found) break
      gids.push({ index: Number(found[1]), gid: found[2] ?? '', version: found[3], line: line.number })
      lines.next()
    }
    return gids.length > 0 ? { gids } : null
  },
})

const GID = /^\s*GID\[\s*(\d{1,4})\]:\s+([0-9a-f:.]{2,45})(?:, (RoCE v\d(?:\.\d)?|IB[\w/ ]{0,12}))?\s*$/i
