import { defineBlockFormat } from '../../model/format'
import { interfaceOf } from './support/ethtool'

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
  begins: (line) => /^NIC statistics:\s*$/.test(line),
  parse(lines) {
    const counters: EthtoolStatistics['counters'][number][] = []
    lines.next()
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = /^\s+(\S.{0,60}?):\s+(\d{1,20})\s*$/.exec(line.text)
      if (!found) break
      lines.next()
      counters.push({ name: found[1] ?? '', value: Number(found[2]), line: line.number })
    }
    return { netdev: interfaceOf(lines.hint.command, 'S'), counters }
  },
})
