import { bootId } from '../../formats/host/boot-id'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { wallClock } from '../support/wall-clock'

const DAY = 24 * 60 * 60_000

/** Captures of one node are far apart in time, or of different boots: rates and joins between them mean little. */
export const captureStale = defineRule({
  id: 'capture-stale',
  area: 'cross-capture',
  since: '0.1',
  needs: [],
  check(node, context) {
    const boots = sectionsOf(node.parsed, bootId).map((section) => ({
      value: section.value.bootId.value,
      source: refIn(section, section.value.bootId.line),
    }))
    const first = boots[0]
    const other = boots.find(({ value }) => value !== first?.value)
    if (first && other) {
      context.report({
        severity: 'info',
        variant: 'boot',
        on: [nodeEntity(node)],
        evidence: [first.source, other.source],
        data: { node: node.name, first: first.value, last: other.value, hours: 0 },
      })
      return
    }
    const times = timesOf(node)
    const [earliest, latest] = [times[0], times.at(-1)]
    if (!earliest || !latest || (earliest === latest && boots.length < 2))
      return context.notChecked(['two-captures'], 'nvidia-smi -q  (prints the time)')
    if (latest.time - earliest.time <= DAY) return
    context.report({
      severity: 'info',
      on: [nodeEntity(node)],
      evidence: [earliest.source, latest.source],
      data: {
        node: node.name,
        first: earliest.text,
        last: latest.text,
        hours: Math.round((latest.time - earliest.time) / 3_600_000),
      },
    })
  },
})

interface Stamp {
  readonly time: number
  readonly text: string
  readonly source: SourceRef
}

/** One stamp per capture, oldest first; GPUs of a capture share its time. */
function timesOf(node: Node): readonly Stamp[] {
  const stamps = new Map<string, Stamp>()
  for (const sample of node.gpus.flatMap((gpu) => gpu.samples)) {
    const time = sample.time && wallClock(sample.time.value)
    if (!sample.time || time === undefined) continue
    const source = sourceRef(sample.capture.document, sample.time.line)
    stamps.set(`${source.document}:${source.line}`, { time, text: sample.time.value, source })
  }
  return [...stamps.values()].sort((a, b) => a.time - b.time)
}
