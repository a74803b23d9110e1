import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** One word, taken only below its own command line or behind its own key. */
export interface Hostname {
  readonly hostname: AtLine<string>
}

// A bare word, where the file says what it is: `hostname` or `etc/hostname` of a support archive.
const FILE = /^hostname(?:_-f)?(?:\.txt)?$/
const baseName = (path = ''): string => path.slice(path.lastIndexOf('/') + 1)

export const hostname = defineBlockFormat<Hostname>({
  id: 'host/hostname',
  title: 'Host name',
  command: 'hostname',
  example: 'gn-a07',
  anchors: ['hostname', 'Hostname', 'HostName', 'HOSTNAME', 'Host name'],
  files: FILE,
  begins: (line, { fileName }, lines) =>
    NAMED.test(line) ||
    (FILE.test(baseName(fileName)) &&
      WORD.test(line) &&
      lines.peek()?.number === 1 &&
      (lines.peek(1)?.text ?? '').trim() === '') ||
    (COMMAND.test(line) && WORD.test(lines.peek(1)?.text ?? '')),
  parse(lines) {
    const first = lines.next()
    if (!first) return null
    const named = NAMED.exec(first.text)?.[1] ?? (WORD.test(first.text) ? first.text.trim() : undefined)
    if (named !== undefined) return { hostname: { value: named, line: first.number } }
    const line = lines.next()
    return line ? { hostname: { value: line.text.trim(), line: line.number } } : null
  },
})

// The command line itself, after a prompt or between rules; the value below it is one word, so nothing else could tell it.
const COMMAND =
  /^(?:(?:\S{1,40}@\S{1,80}[: ][^$#]{0,80}|\[[^\]]{1,120}\])?[$#] ?|# \$ |\+ |> ?|={2,} ?|-{2,} ?|#{2,} ?|\*{3} )(?:\/usr)?(?:\/bin\/)?hostname(?: -[fsA])?(?: ?={2,}| ?-{2,}| ?#{2,})?:?\s*$/
const WORD = /^\s*[A-Za-z0-9][\w.-]{0,253}\s*$/
// `Hostname: gn-a07`, `HOSTNAME=gn-a07`, hostnamectl's ` Static hostname: gn-a07`
const NAMED = /^\s{0,8}(?:[Hh]ost ?[Nn]ame|HOSTNAME|Static hostname) ?[:=] ?([A-Za-z0-9][\w.-]{0,253})\s*$/
