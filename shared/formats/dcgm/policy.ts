import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import { isRule } from './support/box'
import { beginsTree, readTree } from './support/tree'

/** `dcgmi policy --get`. */
export interface DcgmPolicy {
  readonly title?: string
  readonly conditions: readonly AtLine<string>[]
  readonly settings: readonly { readonly name: string; readonly value: string; readonly line: number }[]
}

export const dcgmPolicy = defineBlockFormat<DcgmPolicy>({
  id: 'dcgm/policy',
  title: 'DCGM policy',
  command: 'dcgmi policy --get',
  example: '| Policy Information                                                 |',
  anchors: ['Policy Information', 'Policy information', '+---'],
  begins(line, _hint, lines) {
    if (line.trim() === 'Policy information') return isRule(lines.peek(1)?.text ?? '')
    return beginsTree(line, lines, (text) => text.includes('| Policy Information'))
  },
  parse(lines, note) {
    if (lines.peek()?.text.trim() === 'Policy information') lines.next()
    const tree = readTree(lines, note)
    // `**** Non-homogenous settings across group. ...`
    if (/^\*{4} ?Non-homogen/.test(lines.peek()?.text ?? '')) lines.next()
    const conditions = tree.rows.filter((row) => row.name === 'Violation conditions')
    return {
      title: tree.titles.find((title) => title !== 'Policy Information'),
      conditions: conditions.flatMap((row) =>
        row.values
          .map((value, i) => ({ value: value.trim(), line: row.valueLines[i] ?? row.line }))
          .filter((at) => at.value !== 'None'),
      ),
      settings: tree.rows
        .filter((row) => row.name !== 'Violation conditions' && row.values.length > 0)
        .map(({ name, values, line }) => ({ name, value: values.map((value) => value.trim()).join(' '), line })),
    }
  },
})
