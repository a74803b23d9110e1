import { systems } from '../../knowledge/systems'
import { refIn } from '../../model/format'
import type { Node, PciFunction } from '../../model/node'
import { defineRule, type RuleContext } from '../../model/rule'
import type { SourceRef, Sourced } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkFactsVoid, productOf } from '../support/links'
import { pciEntity, roleOf, samePlace } from '../support/pci'

/** Fewer GPUs than lspci, or another capture of the machine, or the board has. */
export const gpuCountBelowExpected = defineRule({
  id: 'gpu-count-below-expected',
  area: 'pcie',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'it counts GPUs',
  check(node, context) {
    const counts = node.attachedGpus
    const last = counts.at(-1) ?? listed(node)
    if (!last) return context.notChecked(['gpu.query'], 'nvidia-smi -q')
    const why = linkFactsVoid(node)
    if (why === 'vgpu' || why === 'wsl') return context.notApplicable(why)
    if (node.host.container || isSubset(node)) return context.notApplicable('subset')
    const functions = node.pci.filter((fn) => roleOf(fn) === 'gpu')
    const passedOn = functions.filter((fn) => /vfio|pci-stub|nouveau/i.test(fn.driver?.value ?? ''))
    const bySlot = functions.length - passedOn.length
    const most = counts.reduce((best, one) => (one.value > best.value ? one : best), last)
    if (bySlot > last.value) return report(node, context, last, bySlot, missing(node, functions), 'lspci')
    // A list may be cut at its end; the driver's own count is not.
    if (counts.length === 0)
      return functions.length > 0 ? undefined : context.notChecked(['pci'], 'nvidia-smi -q; lspci')
    if (most.value > last.value) return report(node, context, last, most.value, [], 'capture', most.source)
    const full = boardCount(node, last.value)
    if (full !== undefined) report(node, context, last, full, [], 'board')
  },
})

function report(
  node: Node,
  context: RuleContext,
  seen: Sourced<number>,
  expected: number,
  gone: readonly PciFunction[],
  by: 'lspci' | 'capture' | 'board',
  other?: SourceRef,
): void {
  const dead = gone.some((fn) => fn.revisionFf === true)
  const lost = node.events.some((event) => event.kind === 'xid' && event.code === 79)
  // One missing is a lost GPU; half of them missing may be a choice that no capture shows.
  const sure = by !== 'board' && ((expected - seen.value === 1 && node.attachedGpus.length > 0) || dead || lost)
  context.report({
    severity: sure ? 'error' : by === 'board' || expected - seen.value === 1 ? 'warning' : 'info',
    variant: by === 'lspci' ? undefined : by,
    on: [nodeEntity(node), ...gone.map((fn) => pciEntity(node, fn.busId))],
    evidence: someOf([seen.source, ...(other ? [other] : []), ...gone.map((fn) => fn.source)]),
    data: {
      node: node.name,
      seen: seen.value,
      expected,
      missing: gone.map((fn) => fn.busId).join(', ') || '?',
      product: node.gpus[0]?.name?.value ?? '',
    },
  })
}

/** Without the driver's count: the GPUs of a whole list of them. */
function listed(node: Node): Sourced<number> | undefined {
  const list = node.parsed.find(
    (section) =>
      /^nvidia-smi\/(?:list|table)$/.test(section.format) &&
      section.quality === 'full' &&
      !/\s-i\b/.test(section.hint.command ?? ''),
  )
  return list && { value: node.gpus.length, source: refIn(list, list.line, list.endLine) }
}

function missing(node: Node, functions: readonly PciFunction[]): readonly PciFunction[] {
  if (!node.gpus.every((gpu) => gpu.busId !== undefined)) return functions.filter((fn) => fn.revisionFf === true)
  return functions.filter((fn) => !node.gpus.some((gpu) => samePlace(gpu.busId?.value, fn.busId)))
}

/** Only some GPUs were given to what printed this. */
function isSubset(node: Node): boolean {
  return node.settings.some((setting) => /^(?:CUDA|NVIDIA)_VISIBLE_DEVICES$/.test(setting.name))
}

/** 7 or 15 GPUs of a product that is sold on boards of 8 or 16 only. */
function boardCount(node: Node, seen: number): number | undefined {
  if (seen !== 7 && seen !== 15) return undefined
  const products = new Set(node.gpus.map((gpu) => gpu.product))
  const product = node.gpus[0] && productOf(node.gpus[0])
  if (products.size !== 1 || !product?.isSxm) return undefined
  const fits = systems.some((system) => system.gpuIds.includes(product.id) && system.gpuCounts.includes(seen + 1))
  return fits ? seen + 1 : undefined
}
