import { defineBlockFormat } from '../../model/format'
import type { MonitorTable } from './support/small-types'

export const pmon = defineBlockFormat<MonitorTable>({
  id: 'nvidia-smi/pmon',
  title: 'Process monitor',
  command: 'nvidia-smi pmon',
  example: '# gpu         pid   type',
  anchors: ['# gpu'],
  begins: () => false,
  parse: () => null,
})
