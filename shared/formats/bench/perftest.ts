import { defineBlockFormat } from '../../model/format'
import type { Perftest } from './bench-types'

export const perftest = defineBlockFormat<Perftest>({
  id: 'bench/perftest',
  title: 'perftest',
  command: 'ib_write_bw',
  example: '                    RDMA_Write BW Test',
  anchors: [' BW Test'],
  begins: () => false,
  parse: () => null,
})
