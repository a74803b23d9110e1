import { defineBlockFormat } from '../../model/format'
import type { NcclTestsRun } from './tests-types'

export const ncclTestsJson = defineBlockFormat<NcclTestsRun>({
  id: 'nccl/tests-json',
  title: 'nccl-tests JSON',
  command: 'all_reduce_perf -J FILE',
  example: '{"version": 2, "start_time"',
  anchors: ['average_bus_bandwidth'],
  begins: () => false,
  parse: () => null,
})
