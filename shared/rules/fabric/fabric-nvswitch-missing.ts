import { fabricManagerLog } from '../../formats/host/fabric-manager-log'
import { gpuField } from '../../model/gpu'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isNvswitchNode } from '../support/fabric'
import { isGuest, productOf } from '../support/links'

const MISMATCH = /number of NVSwitches don.?t match/i

/** Fabric Manager sees fewer NVSwitches than any board has, or none on an HGX board. */
export const fabricNvswitchMissing = defineRule({
  id: 'fabric-nvswitch-missing',
  area: 'fabric',
  since: '0.1',
  needs: ['fabric-manager'],
  check(node, context) {
    if (isGuest(node)) return context.notApplicable('guest')
    if (
      node.gpus.length > 0 &&
      node.gpus.every((gpu) => /^completed$/i.test(gpuField(gpu, 'fabric.state')?.value.trim() ?? ''))
    )
      return context.notApplicable('fabric-up')
    const nvswitch = isNvswitchNode(node)
    for (const section of sectionsOf(node.parsed, fabricManagerLog)) {
      const count = section.value.events.filter((event) => MISMATCH.test(event.text))
      const nothing = section.value.events.filter((event) => event.kind === 'nothing-to-do')
      const said = count.length > 0 ? count : nvswitch === true && node.gpus.length >= 8 ? nothing : []
      if (said.length === 0) continue
      // On B200 and B300 the switches are no PCI devices of the node: the same text points at the subnet manager there.
      const blackwell = node.gpus.some((gpu) => productOf(gpu)?.architecture === 'Blackwell')
      context.report({
        severity: 'error',
        variant:
          count.length === 0
            ? blackwell
              ? 'nvlsm'
              : undefined
            : section.value.switchesFound
              ? undefined
              : 'uncounted',
        on: [nodeEntity(node)],
        evidence: someOf([
          ...said.map((event) => refIn(section, event.line, event.endLine)),
          ...node.gpus.slice(0, 1).flatMap((gpu) => (gpu.name ? [gpu.name.source] : [])),
        ]),
        data: {
          node: node.name,
          product: node.gpus[0]?.name?.value ?? 'this board',
          found: section.value.switchesFound?.value ?? (count.length === 0 ? 0 : '?'),
        },
      })
      return
    }
    if (nvswitch === undefined) context.notChecked(['gpu.product'], 'nvidia-smi -L')
  },
})
