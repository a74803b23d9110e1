import { defineBlockFormat } from '../../model/format'
import { isProcessHeader, monitorHeader, takeMonitor } from './support/monitor-table'
import type { MonitorTable } from './support/small-types'

/**
 * `nvidia-smi dmon`: which columns depends on `-s` and the driver (R590 added jpg and ofa). `pci` counts PCIe replays.
 *
 *     # gpu    pwr  gtemp  mtemp     sm    mem
 *     # Idx      W      C      C      %      %
 *         0    263     39     42    100     36
 */
export const dmon = defineBlockFormat<MonitorTable>({
  id: 'nvidia-smi/dmon',
  title: 'Device monitor',
  command: 'nvidia-smi dmon',
  example: '# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec    jpg    ofa   mclk   pclk ',
  anchors: ['# gpu', '#gpu', '#Date', '# Date', '#Time', '# Time'],
  begins(line) {
    const header = monitorHeader(line)
    return header !== null && !isProcessHeader(header)
  },
  parse: takeMonitor,
})
