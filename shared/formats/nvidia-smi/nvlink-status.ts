import { defineBlockFormat } from '../../model/format'
import { beginsNvlink, mapLinks, takeNvlink } from './support/nvlink-blocks'
import { NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkLine } from './support/nvlink-lines'
import type { NvlinkCapture, NvlinkStatusLink } from './support/nvlink-types'

/**
 * `nvidia-smi nvlink -s`: links with their raw rate per direction, or `<inactive>`; a sentence where no link is up.
 *
 *     GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1b2c3d4e-0000-1111-2222-333344445555)
 *     <TAB> Link 0: 26.562 GB/s
 *     <TAB> Link 1: <inactive>
 *     GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-...)
 *     NVML: Unable to retrieve NVLink information as all links are inActive
 */
export const nvlinkStatus = defineBlockFormat<NvlinkCapture<NvlinkStatusLink>>({
  id: 'nvidia-smi/nvlink-status',
  title: 'NVLink status',
  command: 'nvidia-smi nvlink -s',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t Link 0: 26.562 GB/s',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('status', line, hint, lines),
  parse(lines, note) {
    const block = takeNvlink(lines, note, 'status')
    return block && mapLinks(block, (gpu) => gpu.lines.map((link) => statusOf(link, link.line.number)))
  },
})

function statusOf({ index, text }: NvlinkLine, line: number): NvlinkStatusLink {
  const rate = /^(\d+(?:\.\d+)?) ?([GM])B\/s$/.exec(text)
  if (rate)
    return {
      index,
      line,
      text,
      state: 'active',
      gigabytesPerSecond: rate[2] === 'M' ? Number(rate[1]) / 1000 : Number(rate[1]),
    }
  const word = text.replace(/[<>]/g, '').toLowerCase()
  const state =
    word === 'inactive'
      ? 'inactive'
      : word === 'disabled'
        ? 'disabled'
        : word === 'not supported'
          ? 'unsupported'
          : word === 'active'
            ? 'active'
            : 'unknown'
  return { index, line, text, state }
}
