import { memoryPeers } from '../../formats/host/memory-peers'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { gdrNotExpected, gdrState } from '../support/gdr'
import { pluginFabric } from '../support/rdma'

const PEERMEM = /^(?:nvidia_peermem|nvidia-peermem|nv_peer_mem)$/

/** No peer memory module is loaded, and nothing shows that DMA-BUF does its work. */
export const gdrModuleMissing = defineRule({
  id: 'gdr-module-missing',
  area: 'gdr',
  since: '0.1',
  needs: ['host.modules', 'nics'],
  firesOnAbsence: 'the module is not in the list',
  check(node, context) {
    const captured = node.host.modulesCaptured
    if (!captured) return
    if (gdrNotExpected(node)) return context.notApplicable('no-gdr')
    if (pluginFabric(node, context.facts)) return context.notApplicable('plugin')
    const peers = sectionsOf(node.parsed, memoryPeers)
    if (node.host.modules.some((module) => PEERMEM.test(module.value))) return
    if (peers.some((section) => section.value.clients.length > 0)) return
    const state = gdrState(node, context.facts)
    if (state.dmabuf || state.with.length > 0) return
    const off = state.spans && (state.disabled.length > 0 || state.receiveWithout.length > 0)
    const nvidia = node.host.modules.find((module) => module.value === 'nvidia')
    context.report({
      severity: off ? 'error' : 'info',
      variant: off ? undefined : 'alone',
      on: [nodeEntity(node)],
      evidence: someOf([
        { ...captured, endLine: captured.line },
        ...(nvidia ? [nvidia.source] : []),
        ...state.disabled.slice(0, 2).map((one) => one.source),
        ...state.receiveWithout.slice(0, 2).map((one) => one.source),
        ...peers.flatMap((section) => (section.value.none ? refIn(section, section.value.none.line) : [])),
      ]),
      data: { node: node.name, adapters: node.nics.length },
    })
  },
})
