import { memoryPeers } from '../../formats/host/memory-peers'
import { isAtLeast } from '../../knowledge/support/version'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { gdrState } from '../support/gdr'
import { logsOf } from '../support/logs'

/** NCCL up to 2.22.3 looks for peer memory where newer kernels no longer show it. */
export const gdrOldNcclCheck = defineRule({
  id: 'gdr-old-nccl-check',
  area: 'gdr',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'the path under /sys that NCCL looks for is not there',
  check(node, context) {
    const state = gdrState(node, context.facts)
    if (state.disabled.length === 0 || state.with.length > 0) return context.notApplicable('not-disabled')
    const module = node.host.modules.find((one) => /^nvidia[-_]peermem$/.test(one.value))
    if (!module) {
      if (node.host.modulesCaptured) return context.notApplicable('no-module')
      return context.notChecked(['host.modules'], 'lsmod; ls /sys/kernel/mm/memory_peers')
    }
    const logged = logsOf(node).flatMap((log) =>
      log.own(log.log.versions).map((line) => ({ value: line.version, source: log.at(line) })),
    )
    const versions = logged.length > 0 ? logged : node.software.nccl
    const old = versions.find((version) => !isAtLeast(version.value, '2.22.4'))
    if (!old) return
    const peers = sectionsOf(node.parsed, memoryPeers)
    if (peers.some((section) => section.value.clients.length > 0)) return
    const none = peers.flatMap((section) => (section.value.none ? refIn(section, section.value.none.line) : []))
    context.report({
      severity: none.length > 0 && state.spans ? 'error' : 'warning',
      variant: none.length > 0 ? undefined : 'probable',
      on: [nodeEntity(node)],
      evidence: someOf([old.source, module.source, ...state.disabled.slice(0, 2).map((one) => one.source), ...none]),
      data: { node: node.name, version: old.value },
    })
  },
})
