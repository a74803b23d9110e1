import { defineBlockFormat } from '../../model/format'
import type { DcgmNvlinkErrors } from './support/nvlink-errors'
import { readJson } from './support/json-reader'
import { beginsJsonTree, jsonRows, jsonTitles } from './support/json-tree'
import { errorsOfTree } from './support/nvlink-errors'

export const dcgmNvlinkErrorsJson = defineBlockFormat<DcgmNvlinkErrors>({
  id: 'dcgm/nvlink-errors-json',
  title: 'NVLink error counters of DCGM (JSON)',
  command: 'dcgmi nvlink -e -g 0 -j',
  example: '{"header":["NVLINK Error Counts","GPU 0"],"body":{"Link 0":{"children":{"Replay Error":{"value":"0"}}}}}',
  anchors: ['"body"', '"header"'],
  begins: (line, _hint, lines) => beginsJsonTree(line, lines, 'NVLINK Error Counts'),
  parse(lines, note) {
    const { root, complete } = readJson(lines)
    if (!complete) note.damaged('the JSON is cut')
    const titles = jsonTitles(root)
    return titles.includes('NVLINK Error Counts') || !complete ? errorsOfTree(titles, jsonRows(root)) : null
  },
})
