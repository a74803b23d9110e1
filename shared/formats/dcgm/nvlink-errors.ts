import { defineBlockFormat } from '../../model/format'
import type { DcgmNvlinkErrors } from './support/nvlink-errors'

export const dcgmNvlinkErrors = defineBlockFormat<DcgmNvlinkErrors>({
  id: 'dcgm/nvlink-errors',
  title: 'NVLink error counters of DCGM',
  command: 'dcgmi nvlink -e -g 0',
  example: '| NVLINK Error Counts                           |',
  anchors: ['NVLINK Error Counts'],
  begins: () => false,
  parse: () => null,
})
