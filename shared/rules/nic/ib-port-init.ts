import type { Nic } from '../../model/node'
import { defineRule } from '../../model/rule'
import { nicEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isDown, portFacts } from '../support/rails'

/** An InfiniBand port has a cable and no subnet manager: Initializing, or without addresses. */
export const ibPortInit = defineRule({
  id: 'ib-port-init',
  area: 'nic',
  since: '0.1',
  needs: ['nic.ports'],
  check(node, context) {
    const ib = node.nics.filter((nic) => nic.linkLayer?.value === 'InfiniBand')
    if (ib.length === 0) return context.notApplicable('no-infiniband')
    const bad = ib.filter(
      (nic) => /link ?_?up/i.test(nic.physicalState?.value ?? '') && !isDown(nic) && lacksManager(nic),
    )
    const first = bad[0]
    if (!first) return
    context.report({
      severity: 'error',
      on: bad.map(nicEntity),
      evidence: someOf(bad.flatMap((nic) => portFacts(nic, 'state', 'lid', 'smLid'))),
      data: {
        node: node.name,
        devices: bad.map((nic) => nic.device ?? nic.name).join(', '),
        count: bad.length,
        state: first.state?.value ?? '?',
        lid: first.lid?.value ?? '?',
        smLid: first.smLid?.value ?? '?',
      },
    })
  },
})

function lacksManager(nic: Nic): boolean {
  return (
    /init/i.test(nic.state?.value ?? '') || nic.smLid?.value === 0 || nic.lid?.value === 0 || nic.lid?.value === 65535
  )
}
