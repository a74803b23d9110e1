import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { logsOf } from '../support/logs'

const PEER =
  /Connection closed by remote peer|socketProgress.{0,80}remote peer|Connection reset by peer|\[?Proxy .{0,120}retcode \d/

/** Only consequences in this log: another rank died first. */
export const ncclPeerClosed = defineRule({
  id: 'nccl-peer-closed',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const logs = logsOf(node)
    const warnings = logs.flatMap((log) =>
      log
        .own(log.log.warnings)
        .filter((warning) => warning.level === 'WARN')
        .map((warning) => ({ log, warning })),
    )
    if (warnings.length === 0 || !warnings.every(({ warning }) => PEER.test(warning.text))) return
    const peer = warnings
      .map(({ warning }) => /remote peer ([^\s<,]{1,80})|recv from ([^\s<,]{1,80})/.exec(warning.text))
      .find((match) => match !== null)
    const name = peer?.[1] ?? peer?.[2]
    context.report({
      severity: 'info',
      variant: name === undefined ? 'unnamed' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf(warnings.map(({ log, warning }) => log.at(warning))),
      data: { node: node.name, peer: name ?? '', count: warnings.length },
    })
  },
})
