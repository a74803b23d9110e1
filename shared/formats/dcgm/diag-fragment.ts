import { defineBlockFormat } from '../../model/format'
import { readPcie } from './support/diag-read'
import type { DcgmDiag } from './support/diag-types'

/** One `info` string of a diagnostic, quoted alone: the PCIe figures of a run whose rest is not in the capture. */
export const dcgmDiagFragment = defineBlockFormat<DcgmDiag>({
  id: 'dcgm/diag-fragment',
  title: 'PCIe figures of a DCGM diagnostic',
  command: 'dcgmi diag -r 2 -j',
  example: '"info" : "GPU 0 GPU to Host bandwidth:\\t\\t24.02 GB/s, GPU 0 Host to GPU bandwidth:\\t\\t25.93 GB/s",',
  anchors: ['GPU to Host bandwidth:', 'Host to GPU bandwidth:'],
  begins: (line) => readPcie(withTabs(line), 0).length > 0,
  parse(lines, note) {
    const line = lines.next()
    if (!line) return null
    note.damaged('only a fragment of a diagnostic')
    return { tests: [], messages: [], pcie: readPcie(withTabs(line.text), line.number), complete: false }
  },
})

/** Inside JSON the tabs are `\\t`. */
function withTabs(text: string): string {
  return text.replaceAll('\\t', ' ')
}
