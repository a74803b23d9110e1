import { defineBlockFormat } from '../../model/format'
import type { Nvbandwidth } from './bench-types'

export const nvbandwidthJson = defineBlockFormat<Nvbandwidth>({
  id: 'bench/nvbandwidth-json',
  title: 'nvbandwidth JSON',
  command: 'nvbandwidth -j',
  example: '"nvbandwidth" : {',
  anchors: ['"nvbandwidth"'],
  begins: () => false,
  parse: () => null,
})
