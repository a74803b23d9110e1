import { systemctlStatus } from '../../formats/host/systemctl-status'
import { gpuField } from '../../model/gpu'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { fabricShownUp, isNvswitchNode, isRack, ranHere } from '../support/fabric'
import { isGuest } from '../support/links'

/** The Fabric Manager service does not run on a machine whose NVSwitch fabric needs it. */
export const fabricManagerNotRunning = defineRule({
  id: 'fabric-manager-not-running',
  area: 'fabric',
  since: '0.1',
  needs: ['fabric-manager'],
  check(node, context) {
    const services = sectionsOf(node.parsed, systemctlStatus).flatMap((section) =>
      section.value.services
        .filter((service) => /fabricmanager/i.test(service.unit))
        .map((service) => ({ section, service })),
    )
    if (services.length === 0) return context.notChecked(['fabric-manager'], 'systemctl status nvidia-fabricmanager')
    if (isNvswitchNode(node) === false) return context.notApplicable('no-nvswitch')
    if (isNvswitchNode(node) === undefined) return context.notChecked(['gpu.product'], 'nvidia-smi -L')
    if (isRack(node)) return context.notApplicable('rack')
    if (isGuest(node) || node.host.container) return context.notApplicable('guest')
    const completed =
      node.gpus.length > 0 &&
      node.gpus.every((gpu) => /^completed$/i.test(gpuField(gpu, 'fabric.state')?.value.trim() ?? ''))
    if (completed || (fabricShownUp(node) && ranHere(node, context.facts.runs)))
      return context.notApplicable('fabric-up')
    for (const { section, service } of services) {
      const active = service.active?.value
      const missing = service.load?.value === 'not-found'
      if (!missing && (active === undefined || active === 'active' || active === 'activating' || active === 'other'))
        continue
      const line = service.active?.line ?? service.load?.line ?? service.line
      context.report({
        severity: 'error',
        variant: missing ? 'missing' : undefined,
        on: [nodeEntity(node)],
        evidence: [refIn(section, line)],
        data: {
          node: node.name,
          state: service.activeText ?? active ?? 'not found',
          driver: node.software.driver[0]?.value ?? '',
        },
      })
      return
    }
  },
})
