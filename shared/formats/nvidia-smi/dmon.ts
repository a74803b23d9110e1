import { defineBlockFormat } from '../../model/format'
import type { MonitorTable } from './support/small-types'

export const dmon = defineBlockFormat<MonitorTable>({
  id: 'nvidia-smi/dmon',
  title: 'Device monitor',
  command: 'nvidia-smi dmon',
  example: '# gpu    pwr  gtemp',
  anchors: ['# gpu'],
  begins: () => false,
  parse: () => null,
})
