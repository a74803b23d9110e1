import { nvlinkSentence } from '../../formats/nvidia-smi/nvlink-sentence'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import type { NvlinkSentenceAlone } from '../../formats/nvidia-smi/nvlink-sentence'
import type { Parsed } from '../../model/format'
import type { Node } from '../../model/node'
import type { RuleContext } from '../../model/rule'
import { needTests } from '../needs'
import { gpuEntity, gpuLabel, nodeEntity } from '../support/entities'
import { impliedEvents, nvlinkCodes } from '../support/xid'
import { someOf, topologyRow } from '../support/evidence'
import {
  activeLinks,
  deviceIndex,
  gpuCells,
  isGuest,
  linkFactsVoid,
  nvCount,
  productOf,
  stateLinks,
} from '../support/links'

/** A GPU of a product with NVLink has no active link at all. */
export const nvlinkAllInactive = defineRule({
  id: 'nvlink-all-inactive',
  area: 'nvlink',
  since: '0.1',
  needs: [],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const alone = sectionsOf(node.parsed, nvlinkSentence)
    if (alone.length === 0 && !needTests['gpu.links'].has(node, context.facts))
      return context.notChecked(['gpu.links'], needTests['gpu.links'].capture)
    reportAlone(node, alone, context)
    const dark = node.gpus.filter((gpu) => {
      if (gpu.linkMessage?.value === 'all-inactive') return activeLinks(gpu) === 0
      const seen = stateLinks(gpu)
      return (
        seen.length > 0 &&
        !gpu.linksDamaged &&
        seen.every((link) => link.state === 'inactive' || link.state === 'disabled')
      )
    })
    for (const gpu of dark) {
      const product = productOf(gpu)
      const othersUp = node.gpus.some((other) => other !== gpu && activeLinks(other) > 0)
      const inMatrix = node.topologies.some((topology) =>
        gpuCells(topology).some(
          (cell) =>
            deviceIndex(topology.devices[cell.row]?.name ?? '') === gpu.index && nvCount(cell.token) !== undefined,
        ),
      )
      // A name that is not known proves nothing, unless the siblings have links.
      if (!product && !othersUp) continue
      if (product && !product.nvlink) continue
      const card = product?.bridgeOnly === true
      if (card && !inMatrix && !othersUp) {
        // Unbridged cards have no link by design: nvlink-unused-by-design says so.
        continue
      }
      const single = node.gpus.length === 1
      if (single && card) continue
      const guest = isGuest(node)
      const severity = card || (single && guest) ? 'info' : single ? 'warning' : 'error'
      context.report({
        severity,
        variant: single ? (guest ? 'partition' : 'alone') : card ? 'card' : undefined,
        on: [gpuEntity(gpu)],
        evidence: someOf([
          ...(gpu.linkMessage ? [gpu.linkMessage.source] : []),
          ...stateLinks(gpu).flatMap((link) => link.states.slice(-1).map((state) => state.source)),
          ...topologyRow(node, gpu),
          ...(gpu.name ? [gpu.name.source] : []),
        ]),
        data: {
          gpu: gpuLabel(gpu),
          node: node.name,
          product: gpu.name?.value ?? 'GPU',
          due: product?.nvlink?.wiredLinks ?? 0,
        },
      })
    }
  },
})

/**
 * The sentence without its GPU. It is news where the node is known to have NVLink on its board: by the product of all GPUs, or by
 * NVLink errors in the kernel log.
 */
function reportAlone(node: Node, alone: readonly Parsed<NvlinkSentenceAlone>[], context: RuleContext): void {
  const first = alone[0]
  if (!first || node.gpus.some((gpu) => stateLinks(gpu).length > 0)) return
  const products = node.gpus.map(productOf)
  const board = products.length > 1 && products.every((product) => product?.nvlink !== undefined && !product.bridgeOnly)
  const errors = [...node.events, ...impliedEvents(node)].filter(
    (event) => event.kind === 'xid' && event.code !== undefined && nvlinkCodes.has(event.code),
  )
  if (!board && errors.length === 0) return
  context.report({
    severity: 'error',
    variant: 'unnamed',
    on: [nodeEntity(node)],
    evidence: someOf([
      ...alone.map((section) => refIn(section, section.value.line)),
      ...errors.slice(0, 2).map((event) => event.source),
    ]),
    data: {
      gpu: '',
      node: node.name,
      product: node.gpus[0]?.name?.value ?? 'A GPU',
      due: products[0]?.nvlink?.wiredLinks ?? 0,
    },
  })
}
