import { defineBlockFormat } from '../../model/format'
import type { DcgmNvlinkErrors } from './support/nvlink-errors'

export const dcgmNvlinkErrorsJson = defineBlockFormat<DcgmNvlinkErrors>({
  id: 'dcgm/nvlink-errors-json',
  title: 'NVLink error counters of DCGM (JSON)',
  command: 'dcgmi nvlink -e -g 0 -j',
  example: '\t\t"NVLINK Error Counts",',
  anchors: ['"NVLINK Error Counts"'],
  begins: () => false,
  parse: () => null,
})
