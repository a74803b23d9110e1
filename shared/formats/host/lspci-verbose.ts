import { defineBlockFormat } from '../../model/format'
import type { Lspci } from './support/pci'
import { deviceLineAnchors } from './support/pci-anchors'

export const lspciVerbose = defineBlockFormat<Lspci>({
  id: 'host/lspci-verbose',
  title: 'PCI functions in detail',
  command: 'lspci -vvv',
  example: '5d:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)',
  anchors: deviceLineAnchors,
  begins: () => false,
  parse: () => null,
})
