import { defineRule } from '../../model/rule'
import { someOf } from '../support/evidence'
import { before, isSecondary, xidGroups } from '../support/xid'

/** Xids that follow from an earlier one: said once, so that nobody treats the consequence. */
export const xidSecondary = defineRule({
  id: 'xid-secondary',
  area: 'xid',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    for (const group of xidGroups(node, (event) => isSecondary(event, node.events))) {
      const first = group.events[0]
      const named = /caused by previous xid (\d+)/i.exec(first?.text ?? '')?.[1]
      const cause = node.events.find(
        (event) =>
          event.kind === 'xid' &&
          event.code !== group.code &&
          first !== undefined &&
          before(event, first) &&
          (named === undefined ? event.busId === first.busId : String(event.code) === named),
      )
      context.report({
        severity: 'info',
        on: group.on,
        evidence: someOf([...(cause ? [cause.source] : []), ...group.events.map((event) => event.source)], 6),
        data: {
          node: node.name,
          code: group.code,
          place: group.place,
          count: group.count,
          cause: cause?.code ?? Number(named ?? 0),
        },
      })
    }
  },
})
