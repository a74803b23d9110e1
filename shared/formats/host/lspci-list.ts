import { defineBlockFormat } from '../../model/format'
import type { Lspci } from './support/pci'
import { deviceLineAnchors } from './support/pci-anchors'
import { isDeviceLine, isLspciNoise, readLspci } from './support/lspci-read'

export const lspciList = defineBlockFormat<Lspci>({
  id: 'host/lspci-list',
  title: 'List of PCI functions',
  command: 'lspci -nn',
  example: '19:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)',
  anchors: ['lspci: ', 'pcilib: ', ...deviceLineAnchors],
  begins: (line, _hint, lines) => isDeviceLine(isLspciNoise(line) ? (lines.peek(1)?.text ?? '') : line),
  parse: (lines, note) => readLspci(lines, note),
})
