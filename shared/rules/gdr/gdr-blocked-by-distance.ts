import { systemById } from '../../knowledge/systems'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { adapterDistance, gdrNotExpected, gdrState } from '../support/gdr'
import { isGuest } from '../support/links'
import { isNear, nicPaths } from '../support/nic-paths'

/** NCCL does not use GPUDirect RDMA because GPU and adapter are too far apart by its default level. */
export const gdrBlockedByDistance = defineRule({
  id: 'gdr-blocked-by-distance',
  area: 'gdr',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'that the matrix of a guest hides the switches is judged from all its rows',
  check(node, context) {
    if (gdrNotExpected(node, context.facts)) return context.notApplicable('no-gdr')
    const state = gdrState(node, context.facts)
    const { distance, evidence } = adapterDistance(node, context.facts, state.receiveWithout)
    const byMatrix = state.receiveWithout.length > 0 && distance === 'far'
    if (state.byDistance.length === 0 && !byMatrix) return
    const paths = nicPaths(node)
    const hidden =
      paths !== undefined && !paths.gpus.some((gpu) => paths.nics.some((nic) => isNear(paths.path(gpu, nic))))
    const affinity = node.system && systemById(node.system.value)?.nicAffinity
    // The machine has switches by its kind, and the guest shows none.
    const blind = isGuest(node) && hidden && /\bPIX\b|\bPXB\b|per switch/i.test(affinity ?? '')
    const first = state.byDistance[0]?.line
    context.report({
      severity: blind ? 'warning' : 'info',
      variant: blind ? 'guest' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf([
        ...state.byDistance.slice(0, 4).map((one) => one.source),
        ...(byMatrix ? [...state.receiveWithout.slice(0, 1).map((one) => one.source), ...evidence] : []),
        ...(blind && node.host.hypervisor ? [node.host.hypervisor.source] : []),
      ]),
      data: {
        node: node.name,
        count: Math.max(state.byDistance.length, state.receiveWithout.length),
        distance: first?.distance ?? 'NODE or SYS',
        limit: first?.limit ?? 'PXB',
      },
    })
  },
})
