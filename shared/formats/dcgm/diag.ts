import { defineBlockFormat } from '../../model/format'
import type { DcgmDiag } from './support/diag-types'

export const dcgmDiag = defineBlockFormat<DcgmDiag>({
  id: 'dcgm/diag',
  title: 'DCGM diagnostic',
  command: 'dcgmi diag -r 3',
  example: '| Diagnostic                | Result                                         |',
  anchors: [
    '| Diagnostic ',
    'Successfully ran diagnostic',
    '-----  Deployment',
    '-----  Integration',
    '-----  Hardware',
    '-----  Stress',
    '-----  Metadata',
    '-----  Training',
  ],
  begins: () => false,
  parse: () => null,
})
