import { defineBlockFormat } from '../../model/format'
import { beginsNvlink, byLink, mapLinks, takeNvlink } from './support/nvlink-blocks'
import { NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkCapture, NvlinkErrorsLink } from './support/nvlink-types'

/**
 * `nvidia-smi nvlink -e`. Up to Hopper three counters per link and a blank line; Blackwell a long list with other names:
 *
 *     <TAB> Link 0: Replay Errors: 0
 *     <TAB> Link 0: Link recovery failed events: 2
 *     <TAB> Link 0: FEC Errors - 0: 36140749276
 *     <TAB> Link 0: Effective BER: 15e-255
 */
export const nvlinkErrors = defineBlockFormat<NvlinkCapture<NvlinkErrorsLink>>({
  id: 'nvidia-smi/nvlink-errors',
  title: 'NVLink error counters',
  command: 'nvidia-smi nvlink -e',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t Link 0: Replay Errors: 0',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('errors', line, hint, lines),
  parse(lines, note) {
    const block = takeNvlink(lines, note, 'errors')
    return (
      block &&
      mapLinks(block, (gpu) =>
        byLink(gpu, (link) => counterOf(link.text, link.line.number), note).map(({ entries, ...link }) => ({
          ...link,
          counters: entries,
        })),
      )
    )
  },
})

/** Names contain ` - ` and colons never: the value stands behind the last `: `. */
function counterOf(text: string, line: number) {
  const at = text.lastIndexOf(': ')
  if (at <= 0) return null
  const counter = text.slice(0, at).trim()
  const raw = text.slice(at + 2).trim()
  const number = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(raw)
  const value = number ? Number(number[0]) : NaN
  return { counter, text: raw, line, ...(Number.isFinite(value) && { value }) }
}
