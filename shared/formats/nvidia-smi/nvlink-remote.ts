import { defineBlockFormat } from '../../model/format'
import { isHiddenBusId, normaliseBusId } from '../../model/pci-id'
import { beginsNvlink, mapLinks, takeNvlink } from './support/nvlink-blocks'
import { NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkCapture, NvlinkRemoteLink } from './support/nvlink-types'

/**
 * `nvidia-smi nvlink -R`: the far end of each link, a GPU or an NVSwitch. A virtual machine without the switches shows
 * `FFFFFFFF:FF:FF.0`. On bridged H100 PCIe the left numbers count active links only and do not match those of `-s`.
 *
 *     <TAB> Link 0: Remote Device 00000000:D5:00.0: Link 47
 */
export const nvlinkRemote = defineBlockFormat<NvlinkCapture<NvlinkRemoteLink>>({
  id: 'nvidia-smi/nvlink-remote',
  title: 'NVLink remote ends',
  command: 'nvidia-smi nvlink -R',
  example:
    'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t Link 0: Remote Device 00000000:D5:00.0: Link 47',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('remote', line, hint, lines),
  parse(lines, note) {
    const block = takeNvlink(lines, note, 'remote')
    return block && mapLinks(block, (gpu) => gpu.lines.map((link) => remoteOf(link.index, link.text, link.line.number)))
  },
})

function remoteOf(index: number, text: string, line: number): NvlinkRemoteLink {
  const match = /^Remote Device\s+([0-9A-Fa-f:.]+?)(?::\s*Link\s+(\d{1,3}))?$/.exec(text)
  const id = match?.[1]
  const busId = id === undefined ? undefined : normaliseBusId(id)
  const hidden = id !== undefined && isHiddenBusId(id)
  // Link 0 of a hidden far end is a filler, not a port.
  const port = match?.[2] !== undefined && !hidden ? Number(match[2]) : undefined
  return {
    index,
    line,
    text: id ?? text,
    hidden,
    ...(busId !== undefined && !hidden && { busId }),
    ...(port !== undefined && { remoteLink: port }),
  }
}
