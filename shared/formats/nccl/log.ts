import { defineStreamFormat } from '../../model/format'
import type { NcclLog } from './log-types'

export const ncclLog = defineStreamFormat<NcclLog>({
  id: 'nccl/log',
  title: 'NCCL debug log',
  command: 'NCCL_DEBUG=INFO',
  example: 'gpu-node-a:1858:1869 [0] NCCL INFO Using network Socket',
  anchors: [' NCCL '],
  reader: () => ({ take: () => null, close: () => null }),
})
