import { lspciTree } from '../formats/host/lspci-tree'
import { lspciList } from '../formats/host/lspci-list'
import { lspciVerbose } from '../formats/host/lspci-verbose'
import type { Parsed } from '../model/format'
import type { PciFunction } from '../model/node'
import { at, of, sourced } from './sections'

/** PCI functions of a node over all lspci captures, with the bridge above each: from `lspci -t`, else from the bus ranges of bridges. */
export function pciOf(sections: readonly Parsed[]): readonly PciFunction[] {
  const functions = new Map<string, PciFunction>()
  for (const section of [...of(sections, lspciVerbose), ...of(sections, lspciList)]) {
    for (const fn of section.value.functions) {
      const known = functions.get(fn.busId)
      const read: PciFunction = {
        busId: fn.busId,
        className: fn.className ?? known?.className,
        classCode: fn.classCode ?? known?.classCode,
        vendorDevice: fn.vendorDevice ?? known?.vendorDevice,
        text: known?.text ?? fn.text,
        capability: known?.capability ?? (fn.capability && sourced(section, fn.capability)),
        status: known?.status ?? (fn.status && sourced(section, fn.status)),
        acsControl: known?.acsControl ?? (fn.acsControl && sourced(section, fn.acsControl)),
        maxReadRequest: known?.maxReadRequest ?? (fn.maxReadRequest && sourced(section, fn.maxReadRequest)),
        maxPayload: known?.maxPayload ?? (fn.maxPayload && sourced(section, fn.maxPayload)),
        numaNode: known?.numaNode ?? (fn.numaNode && sourced(section, fn.numaNode)),
        driver: known?.driver ?? (fn.driver && sourced(section, fn.driver)),
        secondaryBus: fn.secondaryBus ?? known?.secondaryBus,
        subordinateBus: fn.subordinateBus ?? known?.subordinateBus,
        revisionFf: fn.revisionFf ?? known?.revisionFf,
        accessDenied: fn.accessDenied ?? known?.accessDenied,
        source: known?.source ?? at(section, fn.line, fn.endLine),
      }
      functions.set(fn.busId, read)
    }
  }
  const parents = treeParents(sections)
  for (const section of of(sections, lspciTree)) {
    for (const node of section.value.nodes) {
      const known = functions.get(node.busId)
      if (known)
        functions.set(node.busId, {
          ...known,
          secondaryBus: known.secondaryBus ?? node.secondaryBus,
          subordinateBus: known.subordinateBus ?? node.subordinateBus,
        })
      else {
        functions.set(node.busId, {
          busId: node.busId,
          text: node.name ?? '',
          secondaryBus: node.secondaryBus,
          subordinateBus: node.subordinateBus,
          source: at(section, node.line),
        })
      }
    }
  }
  const bridges = [...functions.values()].filter((fn) => fn.secondaryBus !== undefined)
  return [...functions.values()].map((fn) => ({ ...fn, parent: parents.get(fn.busId) ?? bridgeAbove(fn, bridges) }))
}

function treeParents(sections: readonly Parsed[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>()
  for (const section of of(sections, lspciTree)) {
    for (const node of section.value.nodes) if (node.parent) parents.set(node.busId, node.parent)
  }
  return parents
}

function bridgeAbove(fn: PciFunction, bridges: readonly PciFunction[]): string | undefined {
  const bus = parseInt(fn.busId.split(':')[1] ?? '', 16)
  const domain = fn.busId.split(':')[0]
  return bridges.find((bridge) => bridge !== fn && bridge.secondaryBus === bus && bridge.busId.split(':')[0] === domain)
    ?.busId
}
