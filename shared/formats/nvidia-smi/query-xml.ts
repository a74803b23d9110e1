import { defineBlockFormat } from '../../model/format'
import type { QueryCapture } from './support/query-types'

export const queryXml = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/query-xml',
  title: 'Full query, XML',
  command: 'nvidia-smi -q -x',
  example: '<nvidia_smi_log>',
  anchors: ['nvidia_smi_log'],
  begins: () => false,
  parse: () => null,
})
