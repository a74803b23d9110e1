import { defineStreamFormat } from '../../model/format'
import type { NcclInspector } from './inspector-types'

export const ncclInspector = defineStreamFormat<NcclInspector>({
  id: 'nccl/inspector',
  title: 'NCCL Inspector',
  command: 'NCCL_PROFILER_PLUGIN=libnccl-profiler-inspector.so',
  example: '{"header": {"id": "0x1"}, "coll_perf": {}}',
  anchors: ['coll_perf'],
  reader: () => ({ take: () => null, close: () => null }),
})
