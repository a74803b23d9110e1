import { defineBlockFormat } from '../../model/format'
import { beginsNvlink } from './support/nvlink-blocks'
import { isOtherLine, nvlinkHeader, NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkOther } from './support/nvlink-types'
import { tidy } from './support/tidy'

/**
 * Rare sub-commands of `nvidia-smi nvlink` (low power thresholds, bandwidth mode, bridges) and `nvidia-smi c2c -s`: kept as
 * text, since no public capture shows their layout.
 *
 *     <TAB> C2C Link 0: 44.712 GB/s
 */
export const nvlinkOther = defineBlockFormat<NvlinkOther>({
  id: 'nvidia-smi/nvlink-other',
  title: 'NVLink, other answers',
  command: 'nvidia-smi nvlink -gLowPwrInfo',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t C2C Link 0: 44.712 GB/s',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('other', line, hint, lines),
  parse(lines) {
    const gpus: {
      index: number
      name?: string
      uuid?: string
      line: number
      endLine: number
      lines: { text: string; line: number }[]
    }[] = []
    for (;;) {
      const line = lines.peek()
      const header = line && nvlinkHeader(line.text)
      if (!line || !header || (gpus[gpus.length - 1]?.index ?? -1) >= header.index) break
      lines.next()
      const gpu = { ...header, line: line.number, endLine: line.number, lines: [] as { text: string; line: number }[] }
      for (let next = lines.peek(); next && isOtherLine(next.text); next = lines.peek()) {
        lines.next()
        gpu.endLine = next.number
        gpu.lines.push({ text: tidy(next.text).trim(), line: next.number })
      }
      gpus.push(gpu)
    }
    return gpus.length > 0 ? { gpus } : null
  },
})
