import { defineBlockFormat } from '../../model/format'
import { isBoxLine } from './support/box'
import { beginsTree, readTree } from './support/tree'

/** `dcgmi health -f`: which systems are watched; no health statement. */
export interface DcgmHealthWatches {
  readonly watches: readonly { readonly system: string; readonly on: boolean | undefined; readonly line: number }[]
}

export const dcgmHealthWatches = defineBlockFormat<DcgmHealthWatches>({
  id: 'dcgm/health-watches',
  title: 'Which health watches are on',
  command: 'dcgmi health -f -g 0',
  example: '| Health monitor systems report                          |',
  anchors: ['Health monitor systems report', '+---'],
  begins(line, _hint, lines) {
    if (isTitle(line)) return isBoxLine(lines.peek(1)?.text ?? '')
    return beginsTree(line, lines, (text) => text.includes('| Health monitor systems report'))
  },
  parse(lines, note) {
    // The title stands above the box in the releases looked at.
    if (isTitle(lines.peek()?.text ?? '')) lines.next()
    const tree = readTree(lines, note)
    return {
      watches: tree.rows
        .filter((row) => row.values.length > 0 && row.name !== 'System')
        .map(({ name, values, line }) => {
          const word = (values[0] ?? '').trim().toLowerCase()
          return { system: name, on: word === 'on' ? true : word === 'off' ? false : undefined, line }
        }),
    }
  },
})

function isTitle(text: string): boolean {
  return text.trim() === 'Health monitor systems report'
}
