import { defineBlockFormat } from '../../model/format'
import type { TopologyMatrix } from '../../model/topology'

export const topoMatrix = defineBlockFormat<TopologyMatrix>({
  id: 'nvidia-smi/topo-matrix',
  title: 'Topology matrix',
  command: 'nvidia-smi topo -m',
  example: 'GPU0	 X 	NV18	PIX	0-31,64-95	0		N/A',
  anchors: ['GPU0'],
  begins: () => false,
  parse: () => null,
})
