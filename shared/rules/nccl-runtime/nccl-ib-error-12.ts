import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, warningsOf } from '../support/logs'
import { IB_ERROR_12 } from '../support/messages'

/** The adapter gave up sending: no answer from the peer within time-out and retries. */
export const ncclIbError12 = defineRule({
  id: 'nccl-ib-error-12',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const found = [...warningsOf(node, IB_ERROR_12)].sort((a, b) => compare(a.warning.time, b.warning.time))
    const first = found[0]
    if (!first) return
    const { text } = first.warning
    const peer = /from peer ([^\s<]{1,80})/.exec(text)?.[1]
    const device = /(?:localDev|hca|on dev|dev) ([a-z]\w{1,31})/.exec(text)?.[1]
    context.report({
      severity: 'error',
      variant: peer === undefined ? undefined : 'peer',
      on: [
        nodeEntity(node),
        ...node.nics
          .filter((nic) => nic.device === device)
          .map((nic) => ({ kind: 'nic' as const, id: nic.id, label: nic.name })),
      ],
      evidence: someOf(found.map((one) => one.source)),
      data: { node: node.name, peer: peer ?? '', count: countOf(found), time: first.warning.time ?? '' },
    })
  },
})

function compare(a: string | undefined, b: string | undefined): number {
  return a !== undefined && b !== undefined ? a.localeCompare(b) : 0
}
