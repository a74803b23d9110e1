import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface Ulimit {
  readonly limits: readonly {
    readonly name: string
    readonly flag?: string
    readonly unit?: string
    readonly value: string
    readonly line: number
  }[]
  /** kbytes, or `unlimited`. */
  readonly memlock?: AtLine<string>
  readonly openFiles?: AtLine<string>
}

export const ulimit = defineBlockFormat<Ulimit>({
  id: 'host/ulimit',
  title: 'Limits of the shell',
  command: 'ulimit -a',
  example: 'max locked memory           (kbytes, -l) unlimited',
  anchors: ['max locked memory', 'core file size', 'open files'],
  begins: (line) =>
    LIMIT.test(line) && /^(?:core file size|real-time non-blocking time|max locked memory|open files)\s/.test(line),
  parse(lines) {
    const limits: Ulimit['limits'][number][] = []
    let memlock: AtLine<string> | undefined
    let openFiles: AtLine<string> | undefined
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = LIMIT.exec(line.text)
      if (!found) break
      const [, name = '', unit, flag, value = ''] = found
      if (limits.some((limit) => limit.name === name)) break
      limits.push({ name, flag, unit, value, line: line.number })
      if (flag === 'l') memlock = { value, line: line.number }
      if (flag === 'n') openFiles = { value, line: line.number }
      lines.next()
    }
    return { limits, memlock, openFiles }
  },
})

// `max locked memory       (kbytes, -l) unlimited`, `open files                      (-n) 1024`
const LIMIT = /^([a-z][a-z -]{2,40}?)\s+\((?:([a-z0-9 -]{1,20}), )?-([a-zA-Z])\)\s+(unlimited|hard|soft|\d{1,20})\s*$/
