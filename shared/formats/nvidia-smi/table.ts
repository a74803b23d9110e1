import { defineBlockFormat } from '../../model/format'
import type { QueryCapture } from './support/query-types'

export const smiTable = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/table',
  title: 'nvidia-smi table',
  command: 'nvidia-smi',
  example: '| NVIDIA-SMI 580.159.04',
  anchors: ['NVIDIA-SMI'],
  begins: () => false,
  parse: () => null,
})
