import { defineBlockFormat } from '../../model/format'

/** `ethtool -S IF`; running totals. Counters beyond 2^53 lose their last digits. */
export interface EthtoolStatistics {
  readonly netdev?: string
  readonly counters: readonly { readonly name: string; readonly value: number; readonly line: number }[]
}

export const ethtoolStatistics = defineBlockFormat<EthtoolStatistics>({
  id: 'host/ethtool-statistics',
  title: 'Counters of a network interface',
  command: 'ethtool -S ens1f0np0',
  example: 'NIC statistics:',
  anchors: ['NIC statistics:'],
  begins: () => false,
  parse: () => null,
})
