import { defineBlockFormat } from '../../model/format'
import type { LineCursor } from '../../model/format'
import { boxRow, isBoxLine, isRule } from './support/box'
import { beginsTree } from './support/tree'

/** `dcgmi config --get`: words as printed (`Not Specified`, `Unrestricted`, ...); `****` differs over the group. */
export interface DcgmConfig {
  readonly gpu?: number
  readonly group?: string
  readonly name?: string
  readonly fields: readonly {
    readonly field: string
    readonly current?: string
    readonly target?: string
    readonly line: number
  }[]
}

export const dcgmConfig = defineBlockFormat<DcgmConfig>({
  id: 'dcgm/config',
  title: 'DCGM configuration',
  command: 'dcgmi config --get',
  example: '| Field                    | Target                   | Current          |',
  anchors: ['| Field ', '+---'],
  begins(line, _hint, lines) {
    if (FIELDS.test(line)) return true
    if (beginsTree(line, lines, (text) => FIELDS.test(text))) return true
    return isRule(line) && titleRows(lines) > 0
  },
  parse(lines, note) {
    const titles: string[] = []
    const fields: { field: string; current?: string; target?: string; line: number }[] = []
    let order: readonly string[] | undefined
    let closed = false
    for (let line = lines.peek(); line && isBoxLine(line.text); line = lines.peek()) {
      lines.next()
      if (isRule(line.text)) {
        closed = fields.length > 0
        if (closed && !isBoxLine(lines.peek()?.text ?? '')) break
        if (closed && isRule(lines.peek()?.text ?? '')) break
        continue
      }
      closed = false
      const cells = (boxRow(line.text)?.cells ?? []).map((cell) => cell.trim())
      if (FIELDS.test(line.text)) order = cells
      else if (!order) titles.push(...cells.filter((cell) => cell !== ''))
      else if ((cells[0] ?? '') !== '') {
        fields.push({
          field: cells[0] ?? '',
          current: cells[order.indexOf('Current')],
          target: cells[order.indexOf('Target')],
          line: line.number,
        })
      }
    }
    if (!closed) note.damaged('the table has no bottom rule')
    for (let line = lines.peek(); line && FOOTNOTE.test(line.text); line = lines.peek()) lines.next()
    const gpu = titles.map((title) => /^GPU ID: (\d+)$/.exec(title)?.[1]).find((id) => id !== undefined)
    const others = titles.filter((title) => !title.startsWith('GPU ID:'))
    return {
      gpu: gpu === undefined ? undefined : Number(gpu),
      [gpu === undefined ? 'group' : 'name']: others[0],
      fields,
    }
  },
})

const FIELDS = /^\s*\| Field\s+\| (?:Current|Target)\s+\| (?:Current|Target)\s/
const FOOTNOTE = /^\s*\*{4} ?(?:Non-homogenous|Non-homogeneous)/i

/** Rows of titles between the top rule and the `=` rule above the header of fields. */
function titleRows(lines: LineCursor): number {
  for (let i = 1; i <= 5; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined || !isBoxLine(text)) return 0
    if (FIELDS.test(text)) return i
  }
  return 0
}
