import { defineBlockFormat } from '../../model/format'
import type { LineCursor } from '../../model/format'
import { beginsNvlink } from './support/nvlink-blocks'
import { isInfoLine, nvlinkHeader, nvlinkLine, nvlinkSentence, NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkInfo, NvlinkInfoEntry, NvlinkInfoGpu } from './support/nvlink-types'
import { isBlank, tidy } from './support/tidy'

/**
 * `nvidia-smi nvlink -info` (R580 and later): flat on Hopper, nested on Blackwell; values hold colons.
 *
 *     <TAB> NVLE: disabled
 *     <TAB> Firmware Version:
 *     <TAB>     MSE: 14:4:0
 */
export const nvlinkInfo = defineBlockFormat<NvlinkInfo>({
  id: 'nvidia-smi/nvlink-info',
  title: 'NVLink firmware',
  command: 'nvidia-smi nvlink -info',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t NVLE: disabled',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('info', line, hint, lines),
  parse(lines) {
    const gpus: NvlinkInfoGpu[] = []
    for (;;) {
      const skip = gpus.length > 0 ? blankAhead(lines) : 0
      const line = lines.peek(skip)
      const header = line && nvlinkHeader(line.text)
      if (!line || !header || (gpus[gpus.length - 1]?.index ?? -1) >= header.index) break
      if (gpus.length > 0 && ![1, 2].some((i) => isInfoLine(lines.peek(skip + i)?.text ?? ''))) break
      for (let i = 0; i <= skip; i++) lines.next()
      const entries = takeEntries(lines)
      gpus.push({ ...header, line: line.number, endLine: entries[entries.length - 1]?.line ?? line.number, entries })
    }
    return gpus.length > 0 ? { gpus } : null
  },
})

function takeEntries(lines: LineCursor): readonly NvlinkInfoEntry[] {
  const entries: NvlinkInfoEntry[] = []
  const open: { indent: number; key: string }[] = []
  for (;;) {
    const skip = blankAhead(lines)
    const line = lines.peek(skip)
    if (!line || isBlank(line.text)) break
    const text = tidy(line.text).replaceAll('\t', '        ')
    const match = /^( *)([A-Za-z][A-Za-z0-9 _/-]{1,40}?)\s*:(?:\s+(\S.*))?\s*$/.exec(text)
    if (match?.[1] === undefined || !match[2] || nvlinkLine(text) || nvlinkSentence(text)) break
    // Without indentation only the words of this output belong to it.
    if (match[1] === '' && !/^(?:NVLE|Firmware Version|MSE|NETIR)/.test(match[2])) break
    const indent = match[1].length
    while (open.length > 0 && (open[open.length - 1]?.indent ?? 0) >= indent) open.pop()
    for (let i = 0; i <= skip; i++) lines.next()
    if (match[3] === undefined) open.push({ indent, key: match[2] })
    else
      entries.push({
        path: [...open.map((section) => section.key), match[2]],
        value: match[3].trim(),
        line: line.number,
      })
  }
  return entries
}

/** Mails may have a blank line below each line. */
function blankAhead(lines: LineCursor): number {
  return isBlank(lines.peek()?.text ?? 'x') ? 1 : 0
}
