import { defineBlockFormat } from '../../model/format'
import type { QueryCapture } from './support/query-types'

export const queryCsv = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/query-csv',
  title: 'Selected fields, CSV',
  command: 'nvidia-smi --query-gpu=index,name --format=csv',
  example: 'index, name',
  anchors: ['index'],
  begins: () => false,
  parse: () => null,
})
