import { defineBlockFormat } from '../../model/format'
import type { NcclTestsRun } from './tests-types'

export const ncclTests = defineBlockFormat<NcclTestsRun>({
  id: 'nccl/tests',
  title: 'nccl-tests',
  command: 'all_reduce_perf',
  example: '# nThread 1 nGpus 2 minBytes 8',
  anchors: ['# nThread '],
  begins: () => false,
  parse: () => null,
})
