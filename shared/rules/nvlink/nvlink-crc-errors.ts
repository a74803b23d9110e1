import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { CounterReading, Gpu, Link } from '../../model/gpu'
import { gpuEntity, gpuLabel, linkEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { nvlinkCodes } from '../support/xid'

/** Counters that mean damage, in all vocabularies. Replays alone, FEC bins, raw errors and bit error rates are daily life. */
const RECOVERY = /^(?:Recovery Errors?|Link recovery failed events)$/i
const CRC =
  /^(?:CRC (?:FLIT |Data )?Errors?|Malformed packet Errors?|Buffer overrun Errors?|Local link integrity Errors?|Link recovery failed events|Recovery Errors?)$/i

interface Suspect {
  readonly gpu: Gpu
  readonly link: Link
  readonly first: CounterReading
  readonly last: CounterReading
  readonly grew: boolean
}

/** CRC or recovery counters that stand out: on one link and not on its neighbours, or growing between two captures. */
export const nvlinkCrcErrors = defineRule({
  id: 'nvlink-crc-errors',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpu.link-counters'],
  check(node, context) {
    for (const gpu of node.gpus) {
      const suspects = gpu.links.flatMap((link) => suspectsOf(gpu, link))
      if (suspects.length === 0) continue
      const counted = gpu.links.filter((link) => link.counters.some((reading) => CRC.test(reading.counter)))
      const hit = new Set(suspects.map((suspect) => suspect.link.index))
      const growing = suspects.filter((suspect) => suspect.grew)
      // One capture in which the links are alike says nothing; one in which a few stand out does.
      if (growing.length === 0 && (hit.size * 4 > counted.length || counted.length < 4)) continue
      const shown = growing.length > 0 ? growing : suspects
      const first = shown[0]
      if (!first) continue
      const fatal = growing.some((suspect) => RECOVERY.test(suspect.last.counter))
      context.report({
        // One reading of a lifetime counter says nothing of now, unless the driver complained of links of this GPU as well.
        severity: fatal ? 'error' : growing.length > 0 || complained(node, gpu) ? 'warning' : 'info',
        variant: growing.length > 0 ? 'growing' : undefined,
        on: [
          gpuEntity(gpu),
          ...[...new Set(shown.map((suspect) => suspect.link.index))].map((link) => linkEntity(gpu, link)),
        ],
        evidence: someOf(
          shown.flatMap((suspect) =>
            suspect.grew ? [suspect.first.source, suspect.last.source] : [suspect.last.source],
          ),
        ),
        data: {
          gpu: gpuLabel(gpu),
          node: node.name,
          link: first.link.index,
          links: hit.size,
          counter: first.last.counter,
          before: first.first.value,
          value: first.last.value,
          of: counted.length,
        },
      })
    }
  },
})

/** An NVLink Xid of this GPU stands in the kernel log. */
function complained(node: Node, gpu: Gpu): boolean {
  return node.events.some(
    (event) => event.kind === 'xid' && event.gpu === gpu.id && event.code !== undefined && nvlinkCodes.has(event.code),
  )
}

function suspectsOf(gpu: Gpu, link: Link): readonly Suspect[] {
  const suspects: Suspect[] = []
  for (const counter of new Set(link.counters.map((reading) => reading.counter))) {
    if (!CRC.test(counter)) continue
    const readings = link.counters.filter((reading) => reading.counter === counter)
    const first = readings[0]
    const last = readings.at(-1)
    if (!first || !last || last.value === 0) continue
    // A counter that went down was reset: the captures are of two boots and have no rate.
    suspects.push({ gpu, link, first, last, grew: readings.length > 1 && last.value > first.value })
  }
  return suspects
}
