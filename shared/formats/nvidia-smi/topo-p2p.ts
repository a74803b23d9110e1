import { defineBlockFormat } from '../../model/format'
import type { P2pMatrix } from './support/topo-types'

export const topoP2p = defineBlockFormat<P2pMatrix>({
  id: 'nvidia-smi/topo-p2p',
  title: 'Peer-to-peer matrix',
  command: 'nvidia-smi topo -p2p r',
  example: ' GPU0	X	OK	',
  anchors: ['GPU0'],
  begins: () => false,
  parse: () => null,
})
