import { systemctlStatus } from '../../formats/host/systemctl-status'
import { gpuField } from '../../model/gpu'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { cudaNotReady, fabricShownUp, isNvswitchNode, isRack, nvswitchBridges, ranHere } from '../support/fabric'
import { isGuest } from '../support/links'

/** The Fabric Manager service does not run on a machine whose NVSwitch fabric needs it. */
export const fabricManagerNotRunning = defineRule({
  id: 'fabric-manager-not-running',
  area: 'fabric',
  since: '0.1',
  needs: [],
  check(node, context) {
    const services = sectionsOf(node.parsed, systemctlStatus).flatMap((section) =>
      section.value.services
        .filter((service) => /fabricmanager/i.test(service.unit))
        .map((service) => ({ section, service })),
    )
    const notReady = cudaNotReady(node, context.facts)
    if (services.length + notReady.length === 0)
      return context.notChecked(['fabric-manager'], 'systemctl status nvidia-fabricmanager')
    if (isNvswitchNode(node) === false) return context.notApplicable('no-nvswitch')
    if (isNvswitchNode(node) === undefined) return context.notChecked(['gpu.product'], 'nvidia-smi -L')
    if (isRack(node)) return context.notApplicable('rack')
    // A container has no view of the service; what CUDA says there holds for the machine.
    if (isGuest(node) || (node.host.container && notReady.length === 0)) return context.notApplicable('guest')
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
        evidence: [refIn(section, line), ...notReady.slice(0, 1)],
        data: {
          node: node.name,
          state: service.activeText ?? active ?? 'not found',
          driver: node.software.driver[0]?.value ?? '',
        },
      })
      return
    }
    // 802 alone: nobody has set up the fabric. Where the driver prints a fabric state, that finding says it better.
    const running = services.some(({ service }) => service.active?.value === 'active')
    const stated = node.gpus.some(
      (gpu) => !/^(?:\[?n\/a\]?|)$/i.test(gpuField(gpu, 'fabric.state')?.value.trim() ?? ''),
    )
    if (notReady.length === 0 || running || stated || ranHere(node, context.facts.runs)) return
    context.report({
      severity: 'error',
      variant: 'not-ready',
      on: [nodeEntity(node)],
      evidence: someOf([
        ...notReady.slice(0, 4),
        ...node.gpus.slice(0, 1).flatMap((gpu) => (gpu.name ? [gpu.name.source] : [])),
        ...nvswitchBridges(node)
          .slice(0, 1)
          .map((fn) => fn.source),
      ]),
      data: { node: node.name, state: '802', driver: node.software.driver[0]?.value ?? '' },
    })
  },
})
