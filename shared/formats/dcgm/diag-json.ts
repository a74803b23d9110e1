import { defineBlockFormat } from '../../model/format'
import type { DcgmDiag } from './support/diag-types'

export const dcgmDiagJson = defineBlockFormat<DcgmDiag>({
  id: 'dcgm/diag-json',
  title: 'DCGM diagnostic (JSON)',
  command: 'dcgmi diag -r 3 -j',
  example: '\t"DCGM GPU Diagnostic" : ',
  anchors: ['DCGM GPU Diagnostic"', '"DCGM Diagnostic"'],
  begins: () => false,
  parse: () => null,
})
