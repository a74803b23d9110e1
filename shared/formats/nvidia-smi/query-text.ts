import { defineBlockFormat } from '../../model/format'
import type { QueryCapture } from './support/query-types'

export const queryText = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/query-text',
  title: 'Full query',
  command: 'nvidia-smi -q',
  example: '==============NVSMI LOG==============',
  anchors: ['NVSMI LOG'],
  begins: () => false,
  parse: () => null,
})
