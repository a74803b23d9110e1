import { fabricManagerLog } from '../../formats/host/fabric-manager-log'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isNvswitchNode } from '../support/fabric'
import { isGuest } from '../support/links'

/** Fabric Manager and driver are of different versions: it exits, and CUDA says 802. */
export const fabricManagerVersionMismatch = defineRule({
  id: 'fabric-manager-version-mismatch',
  area: 'fabric',
  since: '0.1',
  needs: ['fabric-manager'],
  check(node, context) {
    if (isGuest(node)) return context.notApplicable('guest')
    for (const section of sectionsOf(node.parsed, fabricManagerLog)) {
      const said = section.value.events.filter((event) => event.kind === 'version-mismatch')
      const first = said[0]
      if (!first) continue
      const [manager, driver] = [...first.text.matchAll(/\d{3}\.\d{2,3}(?:\.\d{2})?/g)].map((match) => match[0])
      context.report({
        severity: 'error',
        on: [nodeEntity(node)],
        evidence: someOf(said.map((event) => refIn(section, event.line, event.endLine))),
        data: { node: node.name, manager: manager ?? '?', driver: driver ?? node.software.driver[0]?.value ?? '?' },
      })
      return
    }
    const manager = node.software.fabricManager.at(-1)
    const driver = node.software.driver.at(-1)
    if (!manager || !driver)
      return context.notChecked(['fabric-manager'], 'sudo head -50 /var/log/fabricmanager.log; nvidia-smi --version')
    if (manager.value === driver.value || isNvswitchNode(node) === false) return
    // A shorter form of the same version (580.95 and 580.95.05) is no mismatch.
    if (manager.value.startsWith(driver.value) || driver.value.startsWith(manager.value)) return
    if (isNvswitchNode(node) === undefined) return context.notChecked(['gpu.product'], 'nvidia-smi -L')
    context.report({
      severity: 'error',
      on: [nodeEntity(node)],
      evidence: [manager.source, driver.source],
      data: { node: node.name, manager: manager.value, driver: driver.value },
    })
  },
})
