import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import { boxRow, isBoxLine, isRule } from './support/box'

export interface StatsValue {
  readonly section?: string
  readonly name: string
  /** As printed; continuation rows follow. */
  readonly values: readonly string[]
  readonly line: number
}

/** `dcgmi stats`. */
export interface DcgmStats {
  readonly job?: AtLine<string>
  readonly pid?: AtLine<string>
  readonly gpus: readonly {
    /** Undefined for the `Summary` table. */
    readonly gpu?: number
    readonly values: readonly StatsValue[]
    readonly line: number
  }[]
}

export const dcgmStats = defineBlockFormat<DcgmStats>({
  id: 'dcgm/stats',
  title: 'DCGM statistics of a job or process',
  command: 'dcgmi stats -v -j JOB',
  example: 'Successfully retrieved statistics for job: train-1.',
  anchors: ['Successfully retrieved statistics', 'Successfully retrieved process info', 'Execution Stats'],
  begins: (line) => HEAD.test(line) || /^\s*[|+]-----\s+Execution Stats\s/.test(line),
  parse(lines, note) {
    let job: AtLine<string> | undefined
    let pid: AtLine<string> | undefined
    const gpus: {
      gpu?: number
      values: { section?: string; name: string; values: string[]; line: number }[]
      line: number
    }[] = []
    let section: string | undefined
    for (let line = lines.peek(); line; line = lines.peek()) {
      const { text, number } = line
      const head = HEAD.exec(text)
      if (head) {
        if (job || pid) break
        if (head[1] !== undefined) job = { value: head[1], line: number }
        if (head[2] !== undefined) pid = { value: head[2], line: number }
      } else if (text.trim() === '') {
        if (!isBoxLine(lines.peek(1)?.text ?? '')) break
      } else if (!isBoxLine(text) && !SECTION.test(text)) break
      lines.next()
      if (isRule(text) || (!isBoxLine(text) && !SECTION.test(text))) continue
      const title = /^\s*\| (?:GPU ID: (\d+)|Summary)\s*\|?\s*$/.exec(text)
      const named = SECTION.exec(text)
      if (title) gpus.push({ gpu: title[1] === undefined ? undefined : Number(title[1]), values: [], line: number })
      else if (named) section = named[1]
      else {
        if (gpus.length === 0) gpus.push({ values: [], line: number })
        addValue(gpus.at(-1)?.values ?? [], section, text, number)
      }
    }
    if (gpus.length === 0) note.damaged('no table follows')
    return { job, pid, gpus }
  },
})

const HEAD = /^\s*Successfully retrieved (?:statistics for job: (.+?)\.?|process info for PID: (\d+)\..*)\s*$/
const SECTION = /^\s*[|+]-----\s+([A-Z][A-Za-z ]{2,30}?)\s+-+/

function addValue(
  values: { section?: string; name: string; values: string[]; line: number }[],
  section: string | undefined,
  text: string,
  line: number,
): void {
  const cells = boxRow(text)?.cells ?? []
  // `(*)` or a lone `*` marks a statistic of the process.
  const name = (cells[0] ?? '').replace(/\s*\(?\*\)?\s*$/, '').trim()
  const value = cells.slice(1).join(' | ').trim()
  const last = values.at(-1)
  if (name === '' && last) last.values.push(value)
  else if (name !== '') values.push({ section, name, values: value === '' ? [] : [value], line })
}
