import type { GpuProduct } from '../../knowledge/gpus'
import type { EntityRef, Severity } from '../../model/finding'
import type { Gpu } from '../../model/gpu'
import type { Node, PciFunction } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { isGuest, linkFactsVoid, productOf } from '../support/links'
import { numberOf, underLoad } from '../support/load'
import { bridgesAbove, gpuAt, isWorkstation, pciEntity, pciLabel, productAt, roleOf } from '../support/pci'

interface Narrow {
  readonly on: EntityRef
  readonly label: string
  readonly current: number
  readonly max: number
  readonly severity: Severity
  /**
   * `slot`: the platform gives no more. `guest`: a virtual machine hides the slot. `alike`: every card of the machine reads so.
   * `unknown`: the product is not known.
   */
  readonly variant?: 'slot' | 'guest' | 'alike' | 'unknown'
  readonly evidence: readonly SourceRef[]
}

/** A GPU or network card runs on fewer PCIe lanes than it and its slot have. */
export const pcieWidthDowngraded = defineRule({
  id: 'pcie-width-downgraded',
  area: 'pcie',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'that a slot is wired narrower is told by another line: the port above the device',
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why === 'vgpu' || why === 'wsl') return context.notApplicable(why)
    const gpus = node.gpus.flatMap((gpu) => widthOf(node, gpu) ?? [])
    const functions = node.pci.filter((fn) => fn.status !== undefined && /gpu|nic/.test(roleOf(fn)))
    if (gpus.length === 0 && functions.length === 0)
      return context.notChecked(['gpu.pcie'], 'nvidia-smi -q; sudo lspci -vvv')
    const seen = new Set(gpus.map((entry) => entry.gpu.id))
    const narrow = [
      ...gpus.flatMap((entry) => judgeGpu(node, entry, gpus) ?? []),
      ...functions.flatMap((fn) => judgeFunction(node, fn, seen) ?? []),
    ]
    const groups = new Map<string, Narrow[]>()
    for (const one of narrow) {
      const key = `${one.severity}|${one.variant ?? ''}|${one.current}|${one.max}`
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    for (const group of groups.values()) {
      const first = group[0]
      if (!first) continue
      context.report({
        severity: first.severity,
        variant: first.variant,
        on: group.map((one) => one.on),
        evidence: someOf(group.flatMap((one) => one.evidence)),
        data: {
          node: node.name,
          devices: group.map((one) => one.label).join(', '),
          current: first.current,
          max: first.max,
          percent: Math.round((first.current / first.max) * 100),
        },
      })
    }
  },
})

interface Width {
  readonly gpu: Gpu
  readonly current: number
  readonly max: number
  readonly loaded: boolean
  readonly evidence: readonly SourceRef[]
}

/** Newest reading of both widths; 0 is what virtual machines print for "not known". */
function widthOf(node: Node, gpu: Gpu): Width | undefined {
  for (const sample of [...gpu.samples].reverse()) {
    const current = numberOf(sample.values['pcie.width.current'])
    const max = numberOf(sample.values['pcie.width.max'])
    if (!current || !max) continue
    const lines = [sample.values['pcie.width.max'], sample.values['pcie.width.current']]
    return {
      gpu,
      current,
      max,
      loaded: underLoad(sample) === true,
      evidence: [
        ...lines.flatMap((line) => (line ? sourceRef(sample.capture.document, line.line) : [])),
        ...lspciLines(functionOf(node, gpu)),
      ],
    }
  }
  return undefined
}

function functionOf(node: Node, gpu: Gpu): PciFunction | undefined {
  return node.pci.find((fn) => roleOf(fn) === 'gpu' && gpuAt(node, fn.busId) === gpu)
}

function lspciLines(fn: PciFunction | undefined): readonly SourceRef[] {
  return fn?.status ? [...(fn.capability ? [fn.capability.source] : []), fn.status.source] : []
}

function judgeGpu(node: Node, width: Width, all: readonly Width[]): Narrow | undefined {
  const { gpu, current, max, evidence } = width
  const product = productOf(gpu)
  if (product && !product.pcie.judged) return undefined
  const base = { on: gpuEntity(gpu), label: gpuLabel(gpu), current, evidence }
  const own = product?.pcie.width
  if (current >= max) {
    // The system itself offers less than the card has: its slot, or a board that splits the lanes.
    return own !== undefined && max < own ? { ...base, max: own, severity: 'info', variant: 'slot' } : undefined
  }
  if (!product) return { ...base, max, severity: 'info', variant: 'unknown' }
  // Clouds wire their single cards x8; only a wider sibling shows that this slot has more.
  const wider = all.some((other) => other.gpu.product === gpu.product && other.current > current)
  // A10G is sold in instances of one cloud only.
  const guest = isGuest(node) || product.id === 'a10g'
  if (guest && !product.isSxm && !wider) return { ...base, max, severity: 'info', variant: 'guest' }
  if (!isWorkstation(product)) {
    // Lanes are lost one card at a time: where all cards read alike, a capture that hides the guest is likelier than a fault.
    const alike = all.length > 1 && all.length === node.gpus.length && all.every((other) => other.current === current)
    return alike && !product.isSxm
      ? { ...base, max, severity: 'warning', variant: 'alike' }
      : { ...base, max, severity: 'error' }
  }
  const fn = functionOf(node, gpu)
  return width.loaded || fn?.status?.value.widthDowngraded === true ? { ...base, max, severity: 'warning' } : undefined
}

function judgeFunction(node: Node, fn: PciFunction, seen: ReadonlySet<string>): Narrow | undefined {
  const { status, capability } = fn
  const gpu = gpuAt(node, fn.busId)
  if (!status?.value.widthDowngraded || (gpu && seen.has(gpu.id))) return undefined
  const product = roleOf(fn) === 'gpu' ? productAt(node, fn) : undefined
  if (product && !product.pcie.judged) return undefined
  const max = capability?.value.width ?? product?.pcie.width ?? 0
  const port = bridgesAbove(node, fn)[0]
  const slot = port?.capability !== undefined && port.capability.value.width <= status.value.width
  const judged = roleOf(fn) === 'nic' || (!product && isDataCentreName(fn.text)) ? 'error' : severityOf(product)
  return {
    on: gpu ? gpuEntity(gpu) : pciEntity(node, fn.busId),
    label: pciLabel(node, fn.busId),
    current: status.value.width,
    max: max > status.value.width ? max : 16,
    severity: slot ? 'info' : judged,
    variant: slot ? 'slot' : judged === 'info' ? 'unknown' : undefined,
    evidence: [
      fn.source,
      ...lspciLines(fn),
      ...(port?.capability ? [port.capability.source] : []),
      ...(port?.status ? [port.status.source] : []),
    ].map((source) => ({ ...source, endLine: source.line })),
  }
}

/** lspci without ids names the board in brackets: `GH100 [H100 SXM5 80GB]`. Superchips and B300 are not among these. */
function isDataCentreName(text: string): boolean {
  return /\[(?:Tesla )?(?:V100|A100|A800|H100|H200|H800|H20|B200|L40S?|L4|L20|A40|A30|A10|T4)\b/.test(text)
}

function severityOf(product: GpuProduct | undefined): Severity {
  return product === undefined ? 'info' : isWorkstation(product) ? 'warning' : 'error'
}
