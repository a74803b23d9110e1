import { defineRule } from '../../model/rule'
import { nodeEntity, settingEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { hostCount, jobsOfLog, logsOf, warningsOf } from '../support/logs'
import { places, settingScopes } from '../support/settings'

const NONE_FOUND = /no (?:socket )?interface found/i
const NO_ADDRESS = /connecting to address {1,2}with family \d+ is neither AF_INET/
/** Loopback, bridges and overlays of one machine: other hosts cannot reach them. */
const LOCAL_ONLY = /^(?:lo|docker\d*|virbr\d*|veth\w*|br-[0-9a-f]{6,}|flannel[\w.]*|cni\w*|cali\w*)$/
const REFUSED = /[Cc]onnect to (?:127\.|172\.17\.|169\.254\.|fe80:)\S{0,60} failed/
const LOCAL_ADDRESS = /^(?:127\.|172\.17\.0\.1$|169\.254\.|fe80:|::1$)/i

/** NCCL found no interface to start with, or starts over one that other hosts cannot reach. */
export const ncclSocketIfnameBad = defineRule({
  id: 'nccl-socket-ifname-bad',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'a Bootstrap line shows that an interface was found',
  check(node, context) {
    const scopes = settingScopes(node, context.facts)
    const failed = warningsOf(node, NONE_FOUND)
    const first = failed[0]
    if (first) {
      const own = scopes.filter((scope) => jobsOfLog(first.log, context.facts).some((job) => job === scope.job))
      const setting = (own.length > 0 ? own : scopes)
        .flatMap((scope) => scope.effective.get('NCCL_SOCKET_IFNAME') ?? scope.all.get('NCCL_SOCKET_IFNAME') ?? [])
        .at(0)
      context.report({
        severity: 'error',
        variant: setting ? undefined : 'unset',
        on: [nodeEntity(node), settingEntity('NCCL_SOCKET_IFNAME')],
        evidence: someOf([...(setting ? places(setting) : []), ...failed.map((one) => one.source)]),
        data: { node: node.name, value: setting?.value ?? '' },
      })
    }
    // 2.27 and 2.28 go on with no address at all; the same words without the setting have other causes.
    for (const { log, source } of first ? [] : warningsOf(node, NO_ADDRESS, 'any')) {
      const setting = scopes
        .filter((scope) => jobsOfLog(log, context.facts).some((job) => job === scope.job) || scope.job === undefined)
        .flatMap((scope) => scope.effective.get('NCCL_SOCKET_IFNAME') ?? scope.all.get('NCCL_SOCKET_IFNAME') ?? [])[0]
      if (!setting || log.own(log.log.bootstraps).length > 0) continue
      context.report({
        severity: 'error',
        on: [nodeEntity(node), settingEntity('NCCL_SOCKET_IFNAME')],
        evidence: someOf([...places(setting), source]),
        data: { node: node.name, value: setting.value },
      })
      break
    }
    for (const log of logsOf(node)) {
      // Where the hosts are not known, a refused connection to such an address shows that another one tried.
      const refused = warningsOf(node, REFUSED).filter((one) => one.log.section === log.section)
      const job = jobsOfLog(log, context.facts).find((candidate) => {
        const hosts = hostCount(candidate)
        return hosts === undefined ? refused.length > 0 : hosts > 1
      })
      if (!job) continue
      const bad = log
        .own(log.log.bootstraps)
        .find((line) => LOCAL_ONLY.test(line.interface) || LOCAL_ADDRESS.test(line.address))
      if (!bad) continue
      const setting = scopes.find((scope) => scope.job === job)?.effective.get('NCCL_SOCKET_IFNAME')
      context.report({
        severity: 'warning',
        variant: 'local',
        on: [nodeEntity(node), settingEntity('NCCL_SOCKET_IFNAME')],
        evidence: someOf([...(setting ? places(setting) : []), log.at(bad), ...refused.map((one) => one.source)]),
        data: { node: node.name, interface: bad.interface, address: bad.address, value: setting?.value ?? '' },
      })
    }
  },
})
