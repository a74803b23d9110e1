import { defineBlockFormat } from '../../model/format'
import { isRule } from './support/box'
import { healthOfTree, readHealthState, type DcgmHealth, type HealthState } from './support/health'
import { beginsTree, readTree } from './support/tree'

export type { HealthState }

export const dcgmHealth = defineBlockFormat<DcgmHealth>({
  id: 'dcgm/health',
  title: 'DCGM health report',
  command: 'dcgmi health -c -g 0',
  example: '| Health Monitor Report                                                        |',
  anchors: ['Health Monitor Report', 'Overall Health', '+---'],
  begins(line, _hint, lines) {
    if (line.trim() === 'Health Monitor Report') return isRule(lines.peek(1)?.text ?? '')
    return beginsTree(line, lines, (text) => /^\s*\|.*(?:Health Monitor Report|Overall Health)/.test(text))
  },
  parse(lines, note) {
    // 1.x prints the title above the box.
    if (lines.peek()?.text.trim() === 'Health Monitor Report') lines.next()
    const tree = readTree(lines, note)
    const health = healthOfTree(tree.rows)
    const old = tree.titles.map((title) => /^Overall Health: (.+)$/.exec(title)?.[1]).find((text) => text !== undefined)
    const overall =
      old !== undefined && tree.titleLine !== undefined
        ? { value: readHealthState(old), line: tree.titleLine }
        : health.overall
    return { ...health, overall }
  },
})
