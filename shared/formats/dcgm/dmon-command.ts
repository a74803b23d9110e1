import { defineBlockFormat } from '../../model/format'

/** A `dcgmi dmon` command line by itself: what somebody asked for, with or without its output below. */
export interface DcgmDmonCommand {
  readonly line: number
  readonly fieldIds: readonly number[]
  /** `-d`, in milliseconds whatever the user meant; undefined when it is left out (1000). */
  readonly intervalMs?: number
}

const FIELDS = /\s-(?:e|-field-id)[ =]?([\d,]{1,400})(?=\s|$)/
const DELAY = /\s-(?:d|-delay)[ =]?(\d{1,9})(?=\s|$)/
// The command at the start of the line, behind a prompt, a path or sudo: not a sentence that mentions it.
const COMMAND = /^(?:[^\s"'`]{0,80}[#$>] ?|\+ |sudo |# \$ |\$ )*(?:\/[\w/.-]{1,80}\/)?dcgmi dmon\s/

export const dcgmDmonCommand = defineBlockFormat<DcgmDmonCommand>({
  id: 'dcgm/dmon-command',
  title: 'Command that samples DCGM fields',
  command: 'dcgmi dmon -e 1011,1012 -d 1000 -c 10',
  example: '$ dcgmi dmon -e 1011,1012 -d 1000 -c 10',
  anchors: ['dcgmi dmon'],
  begins: (line) => COMMAND.test(line.trimStart()) && FIELDS.test(line),
  parse(lines) {
    const line = lines.next()
    if (!line) return null
    const fieldIds = (FIELDS.exec(line.text)?.[1] ?? '').split(',').filter(Boolean).map(Number)
    const delay = DELAY.exec(line.text)?.[1]
    return { line: line.number, fieldIds, intervalMs: delay === undefined ? undefined : Number(delay) }
  },
})
