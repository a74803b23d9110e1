import { defineBlockFormat } from '../../model/format'
import type { SmiVersion } from './support/small-types'

export const smiVersion = defineBlockFormat<SmiVersion>({
  id: 'nvidia-smi/version',
  title: 'Versions',
  command: 'nvidia-smi --version',
  example: 'NVIDIA-SMI version  : 590.48.01',
  anchors: ['NVIDIA-SMI version'],
  begins: () => false,
  parse: () => null,
})
