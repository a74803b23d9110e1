import { fabricManagerLog } from '../../formats/host/fabric-manager-log'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isNvswitchNode } from '../support/fabric'

/** Fabric Manager found no NVSwitch on a machine that has none: it is not needed there. */
export const fabricManagerNothingToDo = defineRule({
  id: 'fabric-manager-nothing-to-do',
  area: 'fabric',
  since: '0.1',
  needs: ['fabric-manager', 'gpu.product'],
  check(node, context) {
    if (isNvswitchNode(node) !== false) return context.notApplicable('nvswitch-or-unknown')
    for (const section of sectionsOf(node.parsed, fabricManagerLog)) {
      const said = section.value.events.filter((event) => event.kind === 'nothing-to-do')
      if (said.length === 0) continue
      context.report({
        severity: 'info',
        on: [nodeEntity(node)],
        evidence: someOf([
          ...said.map((event) => refIn(section, event.line)),
          ...node.gpus.slice(0, 1).flatMap((gpu) => (gpu.name ? [gpu.name.source] : [])),
        ]),
        data: { node: node.name, product: node.gpus[0]?.name?.value ?? '' },
      })
      return
    }
  },
})
