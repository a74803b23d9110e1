import { kernelLog } from '../../formats/host/kernel-log'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { secondsBetween } from '../support/times'

/** nvidia-peermem frees memory of a process that is gone, more than once: jobs ended badly. */
export const peermemInvalidContext = defineRule({
  id: 'peermem-invalid-context',
  area: 'gdr',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    let count = 0
    let first: string | undefined
    let last: string | undefined
    const evidence: SourceRef[] = []
    for (const section of sectionsOf(node.parsed, kernelLog)) {
      for (const event of section.value.events) {
        if (event.kind !== 'peermem' || !/invalid context/i.test(event.text)) continue
        count += event.count
        first ??= event.timeText
        last = event.lastTimeText ?? event.timeText ?? last
        evidence.push(refIn(section, event.line), refIn(section, event.lastLine))
      }
    }
    if (count === 0) return
    // One burst is a process that ended.
    const seconds = secondsBetween(first, last)
    if (seconds === undefined || seconds < 60) return
    const xids = node.events.filter((event) => event.kind === 'xid')
    context.report({
      severity: xids.length > 0 ? 'warning' : 'info',
      on: [nodeEntity(node)],
      evidence: someOf([...evidence, ...xids.slice(0, 2).map((event) => event.source)], 8),
      data: { node: node.name, count, xids: xids.length, minutes: Math.round(seconds / 60) },
    })
  },
})
