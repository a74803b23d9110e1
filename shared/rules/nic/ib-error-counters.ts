import { ethtoolStatistics } from '../../formats/host/ethtool-statistics'
import { perfquery } from '../../formats/host/perfquery'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** Damage on the wire, and what an unreliable fabric makes of it. Order on arrival is left out: adaptive routing changes it. */
const PHYSICAL =
  /^(?:SymbolErrorCounter|LinkErrorRecoveryCounter|PortRcvErrors|LocalLinkIntegrityErrors|ExcessiveBufferOverrunErrors|rx_symbol_err_phy|rx_crc_errors_phy|symbol_error|link_error_recovery|port_rcv_errors)$/
const RELIABLE = /^(?:local_ack_timeout_err|packet_seq_err|rnr_nak_retry_err)$/
const TRAFFIC = /^(?:PortXmitData|PortRcvData|tx_bytes|rx_bytes|tx_bytes_phy|rx_bytes_phy)$/

interface Reading {
  readonly port: string
  readonly name: string
  readonly value: number
  readonly source: SourceRef
}

interface Growth {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly evidence: readonly SourceRef[]
}

/** Error counters of a network port grow between two captures of one boot, while traffic ran. */
export const ibErrorCounters = defineRule({
  id: 'ib-error-counters',
  area: 'nic',
  since: '0.1',
  needs: [],
  check(node, context) {
    const readings = readingsOf(node)
    const ports = [...new Set(readings.map((one) => one.port))]
    const twice = ports.filter((port) => growthOf(readings, port, TRAFFIC, true).length > 0)
    if (twice.length === 0)
      return context.notChecked(['two-captures'], 'perfquery -x LID PORT  (twice, some minutes apart, under load)')
    const uptimes = node.host.uptimeSeconds.map((uptime) => uptime.value)
    if (uptimes.some((value, i) => i > 0 && value < (uptimes[i - 1] ?? 0))) return context.notApplicable('rebooted')
    for (const port of twice) {
      const traffic = growthOf(readings, port, TRAFFIC, false)[0]
      const physical = growthOf(readings, port, PHYSICAL, false)
      const grown = physical.length > 0 ? physical : growthOf(readings, port, RELIABLE, false)
      const first = grown[0]
      if (!traffic || !first) continue
      context.report({
        severity: 'warning',
        variant: physical.length > 0 ? undefined : 'reliable',
        on: [{ ...nodeEntity(node), label: port }],
        evidence: someOf([...grown.flatMap((one) => one.evidence), ...traffic.evidence]),
        data: {
          node: node.name,
          port,
          counters: grown.map((one) => `${one.name} +${one.after - one.before}`).join(', '),
          counter: first.name,
          before: first.before,
          after: first.after,
        },
      })
    }
  },
})

function readingsOf(node: Node): readonly Reading[] {
  const infiniband = sectionsOf(node.parsed, perfquery).flatMap((section) =>
    section.value.ports.flatMap((port) =>
      port.lid === undefined
        ? []
        : port.counters.map((counter) => ({
            port: `lid ${port.lid} port ${port.port ?? 1}`,
            name: counter.name,
            value: counter.value,
            source: refIn(section, counter.line),
          })),
    ),
  )
  const ethernet = sectionsOf(node.parsed, ethtoolStatistics).flatMap((section) =>
    section.value.counters.flatMap((counter) =>
      section.value.netdev === undefined
        ? []
        : [
            {
              port: section.value.netdev,
              name: counter.name,
              value: counter.value,
              source: refIn(section, counter.line),
            },
          ],
    ),
  )
  return [...infiniband, ...ethernet]
}

/** Counters of one port, first against last reading; `still` keeps those that did not grow. */
function growthOf(readings: readonly Reading[], port: string, wanted: RegExp, still: boolean): readonly Growth[] {
  const own = readings.filter((one) => one.port === port && wanted.test(one.name))
  return [...new Set(own.map((one) => one.name))].flatMap((name) => {
    const [first, ...rest] = own.filter((one) => one.name === name)
    const last = rest.at(-1)
    if (!first || !last || last.value < first.value || (!still && last.value === first.value)) return []
    return [{ name, before: first.value, after: last.value, evidence: [first.source, last.source] }]
  })
}
