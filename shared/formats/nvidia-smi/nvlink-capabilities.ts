import { defineBlockFormat } from '../../model/format'
import { beginsNvlink, byLink, mapLinks, takeNvlink } from './support/nvlink-blocks'
import { NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkCapabilitiesLink, NvlinkCapture } from './support/nvlink-types'

/**
 * `nvidia-smi nvlink -c`: a comma behind the link number. `Link is supported` and `SLI is supported` vary on healthy machines.
 *
 *     <TAB> Link 0, P2P is supported: true
 */
export const nvlinkCapabilities = defineBlockFormat<NvlinkCapture<NvlinkCapabilitiesLink>>({
  id: 'nvidia-smi/nvlink-capabilities',
  title: 'NVLink capabilities',
  command: 'nvidia-smi nvlink -c',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t Link 0, P2P is supported: true',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('capabilities', line, hint, lines),
  parse(lines, note) {
    const block = takeNvlink(lines, note, 'capabilities')
    return (
      block &&
      mapLinks(block, (gpu) =>
        byLink(gpu, (link) => capabilityOf(link.text, link.line.number), note).map(({ entries, ...link }) => ({
          ...link,
          capabilities: entries,
        })),
      )
    )
  },
})

function capabilityOf(text: string, line: number) {
  const at = text.lastIndexOf(': ')
  return at <= 0 ? null : { name: text.slice(0, at), value: text.slice(at + 2).toLowerCase() === 'true', line }
}
