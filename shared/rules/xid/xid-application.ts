import { xidByCode } from '../../knowledge/xid'
import { defineRule } from '../../model/rule'
import { someOf } from '../support/evidence'
import { applicationCodes, isSecondary, xidGroups } from '../support/xid'

/** An Xid that the program causes itself in most cases. */
export const xidApplication = defineRule({
  id: 'xid-application',
  area: 'xid',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    const groups = xidGroups(
      node,
      (event) => event.code !== undefined && applicationCodes.has(event.code) && !isSecondary(event, node.events),
    )
    for (const group of groups) {
      const programs = new Set(group.events.flatMap((event) => /\bname=([^,]+)/.exec(event.text)?.[1] ?? []))
      programs.delete('<unknown>')
      // The same GPU failing under different programs is no fault of the programs.
      const follows = programs.size > 1 && group.count > 2
      context.report({
        severity: follows ? 'warning' : 'info',
        variant: follows ? 'follows' : undefined,
        on: group.on,
        evidence: someOf(
          group.events.map((event) => event.source),
          6,
        ),
        data: {
          node: node.name,
          code: group.code,
          place: group.place,
          count: group.count,
          programs: [...programs].join(', ') || 'unknown',
          meaning: xidByCode(group.code)?.meaning ?? '',
        },
      })
    }
  },
})
