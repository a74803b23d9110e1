import { lspciFragment } from '../../formats/host/lspci-fragment'
import type { Severity } from '../../model/finding'
import { refIn, sectionsOf } from '../../model/format'
import type { Node, PciFunction } from '../../model/node'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isGuest } from '../support/links'
import { bestJoint } from '../support/pairs'
import { bridgesAbove, devicesBelow, pciEntity, pciLabel, placeOf } from '../support/pci'

/** Sends peer traffic up to the root complex. SrcValid+ and UpstreamFwd+ alone redirect nothing. */
const REDIRECT = /\b(?:ReqRedir|CmpltRedir)\+/

interface Between {
  readonly port: PciFunction
  readonly below: readonly PciFunction[]
  readonly gdr: boolean
}

/** Access Control Services redirect peer-to-peer traffic between devices that share a PCIe switch. */
export const acsEnabled = defineRule({
  id: 'acs-enabled',
  area: 'pcie',
  since: '0.1',
  needs: ['pci.acs'],
  firesOnAbsence: 'that this is a guest, where the flags are needed, is told by other captures',
  check(node, context) {
    const ports = node.pci.filter((fn) => REDIRECT.test(fn.acsControl?.value ?? ''))
    const between = ports.flatMap((port) => betweenPeers(node, port) ?? [])
    if (between.length > 0) {
      const gdr = between.some((one) => one.gdr)
      context.report({
        severity: severityOf(node, gdr),
        variant: isGuest(node) ? 'guest' : undefined,
        on: [nodeEntity(node), ...between.map((one) => pciEntity(node, one.port.busId))],
        evidence: someOf(between.flatMap((one) => one.port.acsControl?.source ?? [])),
        data: {
          node: node.name,
          count: between.length,
          ports: between.map((one) => one.port.busId).join(', '),
          devices: [...new Set(between.flatMap((one) => one.below.map((fn) => pciLabel(node, fn.busId))))].join(', '),
        },
      })
      return
    }
    // Ports whose devices are not captured: known switches to disks or NVSwitches have their devices below.
    const unknown = ports.filter((port) => {
      const below = devicesBelow(node, port)
      return below.gpus.length + below.nics.length + below.others.length === 0 && port.secondaryBus === undefined
    })
    const lines = [
      ...unknown.flatMap((port) => port.acsControl?.source ?? []),
      ...sectionsOf(node.parsed, lspciFragment).flatMap((section) =>
        section.value.acsControls
          .filter((control) => REDIRECT.test(control.value))
          .map((control) => refIn(section, control.line)),
      ),
    ]
    if (lines.length === 0) return
    context.report({
      severity: 'info',
      variant: 'some',
      on: [nodeEntity(node), ...unknown.map((port) => pciEntity(node, port.busId))],
      evidence: someOf(lines),
      data: {
        node: node.name,
        count: lines.length,
        ports: unknown.map((port) => port.busId).join(', '),
        devices: '',
      },
    })
  },
})

function severityOf(node: Node, gdr: boolean): Severity {
  if (isGuest(node)) return 'info'
  const joint = bestJoint(node)
  return gdr || joint === 'near' || joint === 'far' ? 'error' : 'warning'
}

/** A GPU or card below the port has a peer elsewhere below the same switch; at least one of the two is a GPU. */
function betweenPeers(node: Node, port: PciFunction): Between | undefined {
  const own = devicesBelow(node, port)
  const below = [...own.gpus, ...own.nics]
  if (below.length === 0) return undefined
  for (const bridge of bridgesAbove(node, port)) {
    const all = devicesBelow(node, bridge)
    const elsewhere = (list: readonly PciFunction[]): readonly PciFunction[] =>
      list.filter((fn) => !below.some((other) => placeOf(other.busId) === placeOf(fn.busId)))
    const gpus = elsewhere(all.gpus)
    const nics = elsewhere(all.nics)
    const gdr = (own.gpus.length > 0 && nics.length > 0) || (own.nics.length > 0 && gpus.length > 0)
    if (gdr || (own.gpus.length > 0 && gpus.length > 0)) return { port, below, gdr }
  }
  return undefined
}
