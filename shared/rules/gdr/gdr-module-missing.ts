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
  needs: [],
  firesOnAbsence: 'the module is not in the list',
  check(node, context) {
    const captured = node.host.modulesCaptured
    const excerpt = node.host.modules[0]?.source
    const list = captured ? { ...captured, endLine: captured.line } : excerpt
    if (!list) return context.notChecked(['host.modules'], 'lsmod')
    if (gdrNotExpected(node, context.facts)) return context.notApplicable('no-gdr')
    if (pluginFabric(node, context.facts)) return context.notApplicable('plugin')
    const peers = sectionsOf(node.parsed, memoryPeers)
    if (node.host.modules.some((module) => PEERMEM.test(module.value))) return
    if (peers.some((section) => section.value.clients.length > 0)) return
    const state = gdrState(node, context.facts)
    if (state.dmabuf || state.with.length > 0) return
    const off = state.spans && (state.disabled.length > 0 || state.receiveWithout.length > 0)
    const shown = off || (!state.single && state.disabled.length > 0)
    if (node.nics.length === 0 && !shown) return context.notApplicable('no-adapter')
    // What a grep leaves out may be loaded; that NCCL finds nothing to do it with says that it is not.
    if (!captured && !shown) return context.notChecked(['host.modules'], 'lsmod')
    const nvidia = node.host.modules.find((module) => module.value === 'nvidia')
    context.report({
      severity: off && captured ? 'error' : shown ? 'warning' : 'info',
      variant: shown ? undefined : 'alone',
      on: [nodeEntity(node)],
      evidence: someOf([
        list,
        ...(nvidia ? [nvidia.source] : []),
        ...state.disabled.slice(0, 2).map((one) => one.source),
        ...state.receiveWithout.slice(0, 2).map((one) => one.source),
        ...peers.flatMap((section) => (section.value.none ? refIn(section, section.value.none.line) : [])),
      ]),
      data: { node: node.name, adapters: node.nics.length },
    })
  },
})
