import { defineBlockFormat } from '../../model/format'
import type { LinkMessage } from '../../model/gpu'

/** The sentence of `nvlink -s` without the header of its GPU: a person copied what mattered to them. Which GPU it was is unknown. */
export interface NvlinkSentenceAlone {
  readonly value: LinkMessage
  readonly text: string
  readonly line: number
}

// NVML: Unable to retrieve NVLink information as all links are inActive
const ALL_INACTIVE = /^(?:NVML ?: ?)?Unable to retrieve nvlink information as all links are inactive/i

export const nvlinkSentence = defineBlockFormat<NvlinkSentenceAlone>({
  id: 'nvidia-smi/nvlink-sentence',
  title: 'NVLink sentence without its GPU',
  command: 'nvidia-smi nvlink -s',
  example: 'NVML: Unable to retrieve NVLink information as all links are inActive',
  anchors: ['all links are ina', 'all links are inA'],
  begins: (line) => ALL_INACTIVE.test(line.trim()),
  parse(lines) {
    const line = lines.next()
    return line ? { value: 'all-inactive', text: line.text.trim(), line: line.number } : null
  },
})
