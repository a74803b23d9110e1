import { defineBlockFormat } from '../../model/format'
import type { Nvbandwidth } from './bench-types'

export const nvbandwidth = defineBlockFormat<Nvbandwidth>({
  id: 'bench/nvbandwidth',
  title: 'nvbandwidth',
  command: 'nvbandwidth',
  example: 'nvbandwidth Version: v0.8',
  anchors: ['nvbandwidth Version:'],
  begins: () => false,
  parse: () => null,
})
