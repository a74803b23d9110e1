import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { hostCount, jobsOfLog, logsOf, warningsOf } from '../support/logs'
import { activePorts, pluginFabric, portLines } from '../support/rdma'
import { settingScopes } from '../support/settings'

/** The last name that NCCL tries; the line for libibverbs.so alone is only its first try. */
const NO_LIBRARY = /^Failed to open libibverbs\.so\[\.1\]|^(?:Count|Could) not open libibverbs\.so\.1/

/** A job over hosts without the verbs library (or its devices) on a machine with running RDMA ports. */
export const ncclVerbsMissing = defineRule({
  id: 'nccl-verbs-missing',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'that a job stays on one host is known from its ranks only',
  check(node, context) {
    const active = activePorts(node)
    if (active.length === 0) return context.notApplicable('no-rdma-known')
    // Where a plugin drives the network, the search for verbs is only the next attempt.
    if (pluginFabric(node, context.facts)) return context.notApplicable('plugin')
    for (const log of logsOf(node)) {
      const job = jobsOfLog(log, context.facts).find((candidate) => hostCount(candidate) !== 1)
      if (!job) continue
      if (log.own(log.log.networks).some((line) => !/^socket$/i.test(line.network))) continue
      const notices = log.own(log.log.notices)
      const library = [
        ...warningsOf(node, NO_LIBRARY)
          .filter((one) => one.log.section === log.section)
          .map((one) => one.source),
        ...notices.filter((notice) => NO_LIBRARY.test(notice.text)).map((notice) => log.at(notice)),
      ]
      const none = notices.filter((notice) => /^NET\/IB ?: No device found/.test(notice.text))
      const listed = settingScopes(node, context.facts).some(
        (scope) => scope.job === job && scope.effective.has('NCCL_IB_HCA'),
      )
      const noDevice = library.length === 0 && none.length > 0 && !listed && node.host.container !== undefined
      if (library.length === 0 && !noDevice) continue
      context.report({
        // A log of some ranks does not tell whether the job leaves this host.
        severity: (hostCount(job) ?? 1) > 1 ? 'error' : 'warning',
        variant: noDevice ? 'no-device' : (hostCount(job) ?? 1) > 1 ? undefined : 'hosts-unknown',
        on: [nodeEntity(node)],
        evidence: someOf([
          ...library.slice(0, 3),
          ...(noDevice ? none.slice(0, 2).map((notice) => log.at(notice)) : []),
          ...portLines(active),
        ]),
        data: { node: node.name, ports: active.length },
      })
    }
  },
})
