import { kernelLog, type KernelEvent } from '../../formats/host/kernel-log'
import { perfquery } from '../../formats/host/perfquery'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, warningsOf } from '../support/logs'
import { secondsBetween } from '../support/times'

/** NCCL reports a port error as it happens; `port active` behind it is the way back. */
const PORT_ERROR = /Got async (?:error )?event ?: port error/i

/** Azure's limit: that many downs of one device in a day. */
const MOST_DOWNS = 5
const DAY = 86_400

/** A network port goes down and comes back again and again. */
export const ibLinkFlap = defineRule({
  id: 'ib-link-flap',
  area: 'nic',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'five in a day: the time is that which the lines span',
  check(node, context) {
    const errors = warningsOf(node, PORT_ERROR, 'any')
    if (errors.length > 0) {
      context.report({
        severity: 'error',
        variant: 'nccl',
        on: [nodeEntity(node)],
        evidence: someOf(
          errors.map((error) => error.source),
          6,
        ),
        data: { node: node.name, count: countOf(errors), device: '', hours: '' },
      })
    }
    for (const flap of flapping(node)) {
      context.report({
        severity: 'error',
        on: [{ ...nodeEntity(node), label: flap.device }],
        evidence: someOf(flap.evidence, 8),
        data: { node: node.name, device: flap.device, count: flap.count, hours: flap.hours },
      })
    }
    for (const port of downedCounters(node)) {
      context.report({
        severity: 'error',
        variant: 'counter',
        on: [nodeEntity(node)],
        evidence: port.evidence,
        data: { node: node.name, device: port.port, count: port.after - port.before, hours: '' },
      })
    }
    const looked = node.parsed.some((section) => /^(?:host\/(?:kernel-log|perfquery)|nccl\/log)$/.test(section.format))
    if (!looked) context.notChecked(['kernel-log', 'nccl.log'], 'sudo dmesg -T; perfquery -x')
  },
})

interface Flap {
  readonly device: string
  readonly count: number
  readonly hours: number
  readonly evidence: readonly SourceRef[]
}

function flapping(node: Node): readonly Flap[] {
  const devices = new Map<string, { count: number; first?: string; last?: string; evidence: SourceRef[] }>()
  for (const section of sectionsOf(node.parsed, kernelLog)) {
    for (const event of section.value.events) {
      if (event.kind !== 'nic' || event.state !== 'down') continue
      const device = nameOf(event)
      const found = devices.get(device) ?? { count: 0, evidence: [] }
      devices.set(device, found)
      found.count += event.count
      found.first ??= event.timeText
      found.last = event.lastTimeText ?? event.timeText ?? found.last
      found.evidence.push(refIn(section, event.line), refIn(section, event.lastLine))
    }
  }
  return [...devices].flatMap(([device, { count, first, last, evidence }]) => {
    const seconds = secondsBetween(first, last)
    if (seconds === undefined || count < MOST_DOWNS) return []
    const perDay = seconds <= DAY ? count : (count * DAY) / seconds
    return perDay < MOST_DOWNS ? [] : [{ device, count, hours: Math.round(seconds / 360) / 10, evidence }]
  })
}

function nameOf(event: KernelEvent): string {
  return event.device !== undefined && !event.device.startsWith('mlx') ? event.device : (event.busId ?? '?')
}

/** LinkDownedCounter of one port in two captures. */
function downedCounters(node: Node) {
  const readings = sectionsOf(node.parsed, perfquery).flatMap((section) =>
    section.value.ports.flatMap((port) =>
      port.counters
        .filter((counter) => counter.name === 'LinkDownedCounter' && port.lid !== undefined)
        .map((counter) => ({
          port: `lid ${port.lid} port ${port.port ?? 1}`,
          value: counter.value,
          source: refIn(section, counter.line),
        })),
    ),
  )
  return [...new Set(readings.map((one) => one.port))].flatMap((port) => {
    const [first, ...rest] = readings.filter((one) => one.port === port)
    const last = rest.at(-1)
    if (!first || !last || last.value <= first.value) return []
    return [{ port, before: first.value, after: last.value, evidence: [first.source, last.source] }]
  })
}
