import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, warningsOf } from '../support/logs'

/** Multi-node NVLink is there and the service that shares memory between its nodes is not. */
export const ncclMnnvlImex = defineRule({
  id: 'nccl-mnnvl-imex',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const found = warningsOf(node, /MNNVL .{0,60}available but not working/)
    const first = found[0]
    if (!first) return
    context.report({
      severity: 'error',
      on: [nodeEntity(node)],
      evidence: someOf(found.map((one) => one.source)),
      data: {
        node: node.name,
        clique: Number(/cliqueSize (\d{1,6})/.exec(first.warning.text)?.[1] ?? 0),
        count: countOf(found),
      },
    })
  },
})
