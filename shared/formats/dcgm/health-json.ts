import { defineBlockFormat } from '../../model/format'
import { healthOfTree, type DcgmHealth } from './support/health'
import { readJson } from './support/json-reader'
import { beginsJsonTree, jsonRows, jsonTitles } from './support/json-tree'

export const dcgmHealthJson = defineBlockFormat<DcgmHealth>({
  id: 'dcgm/health-json',
  title: 'DCGM health report (JSON)',
  command: 'dcgmi health -c -g 0 -j',
  example: '{"header":["Health Monitor Report"],"body":{"Overall Health":{"value":"Healthy"}}}',
  anchors: ['"body"', '"header"'],
  begins: (line, _hint, lines) => beginsJsonTree(line, lines, 'Health Monitor Report'),
  parse(lines, note) {
    const { root, complete } = readJson(lines)
    if (!complete) note.damaged('the JSON is cut')
    return jsonTitles(root).includes('Health Monitor Report') ? healthOfTree(jsonRows(root)) : null
  },
})
