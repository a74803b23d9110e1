import { defineBlockFormat } from '../../model/format'

export interface PerfqueryPort {
  readonly lid?: number
  readonly port?: number
  /** Totals; PortXmitData and PortRcvData in 4-byte words, PortXmitWait in ticks. */
  readonly counters: readonly { readonly name: string; readonly value: number; readonly line: number }[]
  readonly line: number
}

export interface Perfquery {
  readonly ports: readonly PerfqueryPort[]
}

export const perfquery = defineBlockFormat<Perfquery>({
  id: 'host/perfquery',
  title: 'Counters of an InfiniBand port',
  command: 'perfquery -x 2052 1',
  example: '# Port extended counters: Lid 2052 port 1 (CapMask: 0x5300 CapMask2: 0x0000002)',
  anchors: ['ounters: Lid '],
  begins: () => false,
  parse: () => null,
})
