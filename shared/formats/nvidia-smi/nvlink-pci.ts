import { defineBlockFormat } from '../../model/format'
import { isHiddenBusId, normaliseBusId } from '../../model/pci-id'
import { beginsNvlink, mapLinks, takeNvlink } from './support/nvlink-blocks'
import { NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkCapture, NvlinkRemoteLink } from './support/nvlink-types'

/**
 * `nvidia-smi nvlink -p`: PCI id of the far end of each link, hidden in virtual machines (`FFFFFFFF:FF:FF.0`).
 *
 *     <TAB> Link 0: 00000000:D5:00.0
 */
export const nvlinkPci = defineBlockFormat<NvlinkCapture<NvlinkRemoteLink>>({
  id: 'nvidia-smi/nvlink-pci',
  title: 'NVLink remote PCI ids',
  command: 'nvidia-smi nvlink -p',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t Link 0: 00000000:D5:00.0',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('pci', line, hint, lines),
  parse(lines, note) {
    const block = takeNvlink(lines, note, 'pci')
    return block && mapLinks(block, (gpu) => gpu.lines.map((link) => remoteOf(link.index, link.text, link.line.number)))
  },
})

function remoteOf(index: number, text: string, line: number): NvlinkRemoteLink {
  const hidden = isHiddenBusId(text)
  const busId = normaliseBusId(text)
  return { index, line, text, hidden, ...(busId !== undefined && !hidden && { busId }) }
}
