import { xidByCode } from '../../knowledge/xid'
import { defineRule } from '../../model/rule'
import { linkEntity, numberList } from '../support/entities'
import { someOf } from '../support/evidence'
import { nvlinkCodes, xidGroups } from '../support/xid'

/** NVLink errors that the driver reports: Xid 74, and 144 to 150 on Blackwell, which say Fatal or Nonfatal themselves. */
export const xidNvlink = defineRule({
  id: 'xid-nvlink',
  area: 'xid',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    for (const group of xidGroups(node, (event) => event.code !== undefined && nvlinkCodes.has(event.code))) {
      const fatal = group.code === 74 || group.events.some((event) => event.severity === 'fatal')
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
        variant: fatal ? undefined : 'nonfatal',
        on: [...group.on, ...(gpu ? links.map((link) => linkEntity(gpu, link)) : [])],
        evidence: someOf([...group.events.map((event) => event.source), ...states.map((state) => state.source)], 8),
        data: {
          node: node.name,
          code: group.code,
          place: group.place,
          links: links.length > 0 ? numberList(links) : '?',
          count: group.count,
          meaning: xidByCode(group.code)?.meaning ?? '',
          time: group.events[0]?.timeText ?? '',
        },
      })
    }
  },
})
