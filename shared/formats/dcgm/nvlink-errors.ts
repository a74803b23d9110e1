import { defineBlockFormat } from '../../model/format'
import type { DcgmNvlinkErrors } from './support/nvlink-errors'
import { errorsOfTree } from './support/nvlink-errors'
import { beginsTree, readTree } from './support/tree'

export const dcgmNvlinkErrors = defineBlockFormat<DcgmNvlinkErrors>({
  id: 'dcgm/nvlink-errors',
  title: 'NVLink error counters of DCGM',
  command: 'dcgmi nvlink -e -g 0',
  example: '| NVLINK Error Counts                           |',
  anchors: ['NVLINK Error Counts', 'Unable to retrieve nvlink', '+---'],
  begins(line, _hint, lines) {
    if (WARNING.test(line)) return true
    return beginsTree(line, lines, (text) => /^\s*\|.*NVLINK Error Counts\s/.test(text))
  },
  parse(lines, note) {
    for (let line = lines.peek(); line && (WARNING.test(line.text) || line.text.trim() === ''); line = lines.peek()) {
      lines.next()
      if (WARNING.test(line.text)) note.damaged(line.text.trim(), line)
    }
    const begins = lines.peek()
    if (!begins || !beginsTree(begins.text, lines, (text) => text.includes('NVLINK Error Counts')))
      return { links: [], totals: [] }
    const tree = readTree(lines, note)
    return errorsOfTree(tree.titles, tree.rows)
  },
})

// `Warning: Unable to retrieve nvlink crc flit error count for link 3 for gpuId 0 - Not supported`
const WARNING = /^\s*Warning: Unable to retrieve nvlink /
