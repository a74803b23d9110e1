import { defineBlockFormat } from '../../model/format'
import type { Lspci } from './support/pci'
import { deviceLineAnchors } from './support/pci-anchors'
import { isDetail, isDeviceLine, isLspciNoise, readLspci } from './support/lspci-read'

export const lspciVerbose = defineBlockFormat<Lspci>({
  id: 'host/lspci-verbose',
  title: 'PCI functions in detail',
  command: 'lspci -vvv',
  example: '5d:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)',
  anchors: ['lspci: ', 'pcilib: ', ...deviceLineAnchors],
  begins(line, _hint, lines) {
    const skip = isLspciNoise(line) ? 1 : 0
    if (!isDeviceLine(lines.peek(skip)?.text ?? '')) return false
    // The first function of a grep may have no detail: look on while devices follow.
    for (let i = skip + 1; i < skip + 64; i++) {
      const text = lines.peek(i)?.text
      if (text === undefined) return false
      if (isDetail(text)) return true
      if (text.trim() !== '' && !isDeviceLine(text)) return false
    }
    return false
  },
  parse: (lines, note) => readLspci(lines, note),
})
