import { defineBlockFormat } from '../../model/format'
import { isProcessHeader, monitorHeader, takeMonitor } from './support/monitor-table'
import type { MonitorTable } from './support/small-types'

/**
 * `nvidia-smi pmon`: a row per process.
 *
 *     # gpu         pid   type     sm    mem    enc    dec    command
 *     # Idx           #    C/G      %      %      %      %    name
 *         0       4711     C     97     36      -      -    python3
 */
export const pmon = defineBlockFormat<MonitorTable>({
  id: 'nvidia-smi/pmon',
  title: 'Process monitor',
  command: 'nvidia-smi pmon',
  example: '# gpu         pid   type     sm    mem    enc    dec    jpg    ofa    command ',
  anchors: ['# gpu', '#gpu', '#Date', '# Date', '#Time', '# Time'],
  begins(line) {
    const header = monitorHeader(line)
    return header !== null && isProcessHeader(header)
  },
  parse: takeMonitor,
})
