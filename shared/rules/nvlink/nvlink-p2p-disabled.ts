import { ncclLog } from '../../formats/nccl/log'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { resolved } from '../support/settings'

/** NCCL found NVLink between two GPUs and no peer access over it: a hardware or fabric fault, and init fails. */
export const nvlinkP2pDisabled = defineRule({
  id: 'nvlink-p2p-disabled',
  area: 'nvlink',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const p2p = resolved(node, context.facts, 'NCCL_P2P_DISABLE')
    const level = resolved(node, context.facts, 'NCCL_P2P_LEVEL')
    if (p2p?.value === '1' || (level && /^(?:LOC|0)$/i.test(level.value)))
      return context.notApplicable('p2p-disabled-by-setting')
    for (const section of sectionsOf(node.parsed, ncclLog)) {
      const lines = section.value.p2pDisabled.filter((line) => line.nvlink)
      const first = lines[0]
      if (!first) continue
      context.report({
        severity: 'error',
        on: [nodeEntity(node)],
        evidence: someOf(lines.map((line) => refIn(section, line.line))),
        data: { node: node.name, a: first.a, b: first.b, count: lines.length },
      })
    }
  },
})
