import { xidByCode } from '../../knowledge/xid'
import { defineRule } from '../../model/rule'
import { linkEntity, numberList } from '../support/entities'
import { someOf } from '../support/evidence'
import { impliedEvents, nvlinkCodes, xidGroups } from '../support/xid'

/** NVLink errors that the driver reports: Xid 74, and 144 to 150 on Blackwell, which say Fatal or Nonfatal themselves. */
export const xidNvlink = defineRule({
  id: 'xid-nvlink',
  area: 'xid',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    const implied = new Set(impliedEvents(node).map((event) => `${event.code}|${event.busId}`))
    const groups = xidGroups(node, (event) => event.code !== undefined && nvlinkCodes.has(event.code))
    // One GPU with a code of its own among several with another one lost its links; the others saw it go.
    const codes = new Map<number, number>()
    for (const group of groups) codes.set(group.code, (codes.get(group.code) ?? 0) + 1)
    const alone = groups.filter((group) => codes.get(group.code) === 1)
    const origin = groups.length > 2 && alone.length === 1 && codes.size === 2 ? alone[0] : undefined
    for (const group of origin ? [origin] : groups) {
      const fatal =
        group.code === 74 ||
        group.events.some((event) => event.severity === 'fatal' || implied.has(`${event.code}|${event.busId}`))
      // A single nonfatal event was repaired: nothing to act on.
      if (!fatal && group.count < 2) continue
      const links = [
        ...new Set(group.events.flatMap((event) => (event.link !== undefined && event.link >= 0 ? [event.link] : []))),
      ]
      const gpu = node.gpus.find((candidate) => candidate.id === group.events[0]?.gpu)
      const states =
        gpu?.links
          .filter((link) => links.includes(link.index) && link.state === 'inactive')
          .flatMap((link) => link.states.slice(-1)) ?? []
      context.report({
        severity: fatal ? 'error' : 'warning',
        variant: !fatal ? 'nonfatal' : origin ? 'origin' : links.length === 0 ? 'no-link' : undefined,
        on: [...group.on, ...(gpu ? links.map((link) => linkEntity(gpu, link)) : [])],
        evidence: someOf(
          [
            ...group.events.map((event) => event.source),
            ...(origin
              ? groups.filter((other) => other !== origin).flatMap((other) => other.events.map((event) => event.source))
              : []),
            ...states.map((state) => state.source),
          ],
          8,
        ),
        data: {
          node: node.name,
          code: group.code,
          place: group.place,
          links: links.length > 0 ? numberList(links) : '?',
          count: group.count,
          others: groups.length - 1,
          meaning: xidByCode(group.code)?.meaning ?? '',
          time: group.events[0]?.timeText ?? '',
        },
      })
    }
  },
})
