import { defineBlockFormat } from '../../model/format'
import type { TopoSentences } from './support/topo-types'

export const topoSentences = defineBlockFormat<TopoSentences>({
  id: 'nvidia-smi/topo-sentences',
  title: 'Topology answers',
  command: 'nvidia-smi topo -i 0 -n 2',
  example: 'The GPUs at distance',
  anchors: ['The GPU'],
  begins: () => false,
  parse: () => null,
})
