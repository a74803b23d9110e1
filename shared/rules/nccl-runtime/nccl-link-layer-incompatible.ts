import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, warningsOf } from '../support/logs'

const INCOMPATIBLE = /Attempted to connect incompatible devices|device is incompatible with the local/

/** An InfiniBand port and an Ethernet port were to talk to each other. */
export const ncclLinkLayerIncompatible = defineRule({
  id: 'nccl-link-layer-incompatible',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const found = warningsOf(node, INCOMPATIBLE)
    if (found.length === 0) return
    context.report({
      severity: 'error',
      on: [nodeEntity(node)],
      evidence: someOf(found.map((one) => one.source)),
      data: { node: node.name, count: countOf(found) },
    })
  },
})
