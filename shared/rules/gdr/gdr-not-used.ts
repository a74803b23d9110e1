import type { Severity } from '../../model/finding'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { adapterDistance, gdrNotExpected, gdrState } from '../support/gdr'
import { isGuest } from '../support/links'
import { bestJoint } from '../support/pairs'
import { resolved } from '../support/settings'

/** Traffic between machines goes through host memory although the adapter could reach the GPU. */
export const gdrNotUsed = defineRule({
  id: 'gdr-not-used',
  area: 'gdr',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'a guest, a far adapter and a setting that turns it off are told by other lines',
  check(node, context) {
    if (gdrNotExpected(node, context.facts)) return context.notApplicable('no-gdr')
    const state = gdrState(node, context.facts)
    const outer = state.with.length + state.receiveWithout.length + state.sendWithout.length
    if (state.single) return context.notApplicable('one-node')
    if (outer === 0 && state.disabled.length === 0 && !state.spans) return context.notApplicable('one-node')
    if (outer === 0 && state.disabled.length === 0)
      return context.notChecked(
        ['nccl.connections'],
        'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH (run the job again)',
      )
    const without =
      state.receiveWithout.length > 0 ? state.receiveWithout : state.disabled.length > 0 ? [] : state.sendWithout
    if (without.length === 0 && !(state.disabled.length > 0 && state.with.length === 0)) return
    if (state.byDistance.length > 0) return context.notApplicable('distance')
    const { distance, evidence } = adapterDistance(node, context.facts, without)
    if (distance === 'far') return context.notApplicable('distance')
    const sendOnly = state.receiveWithout.length === 0 && state.disabled.length === 0
    const joint = bestJoint(node)
    // Reading GPU memory for a send is off by default where the GPUs have PCIe only.
    if (sendOnly && (joint === 'near' || joint === 'far')) return
    const level = resolved(node, context.facts, 'NCCL_NET_GDR_LEVEL')
    const off = level !== undefined && /^(?:LOC|0)$/i.test(level.value)
    const severity: Severity =
      off || !state.spans || (sendOnly && joint !== 'nvlink')
        ? 'info'
        : !sendOnly && distance === 'near' && !isGuest(node)
          ? 'error'
          : 'warning'
    const total = without.length + (sendOnly ? 0 : state.with.filter((one) => one.direction === 'receive').length)
    context.report({
      severity,
      variant: !state.spans ? 'perhaps' : sendOnly ? 'send' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf([
        ...state.disabled.slice(0, 1).map((one) => one.source),
        ...state.receiveWithout.slice(0, 2).map((one) => one.source),
        ...state.sendWithout.slice(0, 2).map((one) => one.source),
        ...state.with.slice(0, 1).map((one) => one.source),
        ...evidence,
        ...(level ? [level.winner.source] : []),
      ]),
      data: {
        node: node.name,
        count: without.length,
        total: Math.max(total, without.length),
        via: without[0]?.via ?? state.disabled[0]?.line.text ?? '',
      },
    })
  },
})
