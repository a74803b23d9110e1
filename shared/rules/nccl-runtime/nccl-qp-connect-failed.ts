import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, warningsOf } from '../support/logs'
import { MODIFY_QP } from '../support/messages'

/** A queue pair could not be connected. INFO lines with `retrying` are not yet a failure. */
export const ncclQpConnectFailed = defineRule({
  id: 'nccl-qp-connect-failed',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const found = warningsOf(node, MODIFY_QP)
    const first = found[0]
    if (!first) return
    const { text } = first.warning
    const device = /on dev ([^\s:,]{1,64})/.exec(text)?.[1] ?? ''
    const nic = node.nics.find((candidate) => candidate.device === device)
    context.report({
      severity: 'error',
      variant: kindOf(text),
      on: [nodeEntity(node), ...(nic ? [{ kind: 'nic' as const, id: nic.id, label: nic.name }] : [])],
      evidence: someOf(found.map((one) => one.source)),
      data: {
        node: node.name,
        device: device === '' ? 'none' : device,
        count: countOf(found),
        gid: /local GID index (\d{1,4})/.exec(text)?.[1] ?? 'none',
        local: /local GID ([0-9a-f:.]{2,45})/i.exec(text)?.[1] ?? '',
        remote: /remote GID ([0-9a-f:.]{2,45})/i.exec(text)?.[1] ?? '',
      },
    })
  },
})

function kindOf(text: string): string | undefined {
  if (/\b110\b|timed out/i.test(text)) return 'timeout'
  if (/\b22\b|Invalid argument/i.test(text)) return 'invalid'
  return /\b101\b|unreachable/i.test(text) ? 'unreachable' : undefined
}
