import type { Severity } from '../../model/finding'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isGuest, productOf } from '../support/links'
import { bestJoint } from '../support/pairs'

/** The IOMMU translates peer-to-peer traffic: switched on and not in passthrough mode. */
export const iommuOn = defineRule({
  id: 'iommu-on',
  area: 'pcie',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'passthrough mode and a guest are told by other lines',
  check(node, context) {
    const line = node.host.kernelCommandLine
    const boot = node.events.filter((event) => event.kind === 'iommu')
    const domain = boot.filter((event) => /Default domain type:/i.test(event.text)).at(-1)
    if (!line && !domain) return context.notChecked(['host.command-line'], 'cat /proc/cmdline')
    if (isGuest(node)) return context.notApplicable('guest')
    // Grace runs its SMMU on purpose, and NVIDIA asks for translation there.
    if (node.host.cpuVendor?.value === 'arm' || node.gpus.some((gpu) => productOf(gpu)?.c2c))
      return context.notApplicable('smmu')
    const words = optionsOf(line?.value ?? '')
    const passthrough =
      words.get('iommu') === 'pt' || words.get('iommu.passthrough') === '1' || /Passthrough/i.test(domain?.text ?? '')
    const off = [words.get('intel_iommu'), words.get('amd_iommu'), words.get('iommu')].includes('off')
    if (passthrough || off) return
    const asked = /^on\b/.test(words.get('intel_iommu') ?? '') || /^(?:on|force)/.test(words.get('amd_iommu') ?? '')
    const enabled = boot.find((event) => /DMAR: IOMMU enabled|^AMD-Vi: /.test(event.text))
    const translated = domain !== undefined && /Translated/i.test(domain.text) && enabled !== undefined
    if (!asked && !translated) return
    const trouble = troubleOf(node, context.facts)
    context.report({
      severity: severityOf(node, trouble.length > 0),
      variant: trouble.length > 0 ? 'trouble' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf([
        ...(asked && line ? [line.source] : []),
        ...(translated ? [domain.source, enabled.source] : []),
        ...trouble,
      ]),
      data: {
        node: node.name,
        what: asked
          ? words.get('intel_iommu') !== undefined
            ? `intel_iommu=${words.get('intel_iommu')}`
            : `amd_iommu=${words.get('amd_iommu')}`
          : 'Default domain type: Translated',
      },
    })
  },
})

/** `key=value` words of the kernel command line; the last of doubled words wins. */
function optionsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\s+/).map((word) => {
      const at = word.indexOf('=')
      return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)]
    }),
  )
}

function severityOf(node: Node, trouble: boolean): Severity {
  const joint = bestJoint(node)
  if (joint === 'nvlink') return 'info'
  const pcieOnly =
    joint === 'near' ||
    joint === 'far' ||
    (node.gpus.length > 0 && node.gpus.every((gpu) => productOf(gpu) && !productOf(gpu)?.nvlink))
  if (!pcieOnly) return 'info'
  return trouble ? 'error' : 'warning'
}

/** Wrong results, or a job that never came to an end, with peer-to-peer traffic over PCIe. */
function troubleOf(node: Node, facts: Facts): readonly SourceRef[] {
  const peers = facts.communicators.filter(
    (one) => one.nodes.includes(node.id) && one.connections.some((connection) => connection.transport === 'P2P'),
  )
  const ids = new Set(peers.flatMap((one) => one.run ?? []))
  return facts.runs.flatMap((run) => {
    if (!ids.has(run.id) && !peers.some((one) => run.communicator === one.id)) return []
    if (run.outOfBounds?.value.ok === false) return [run.outOfBounds.source]
    return run.failure ? [run.failure.source] : []
  })
}
