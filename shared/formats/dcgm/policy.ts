import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
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
  anchors: ['Policy Information', '+---'],
  begins: (line, _hint, lines) => beginsTree(line, lines, (text) => text.includes('| Policy Information')),
  parse(lines, note) {
    const tree = readTree(lines, note)
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
