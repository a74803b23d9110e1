import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
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
  needs: ['gpus', 'gpu.links'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
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
      const alone = node.gpus.length === 1
      if (alone && card) continue
      const guest = isGuest(node)
      const severity = card || (alone && guest) ? 'info' : alone ? 'warning' : 'error'
      context.report({
        severity,
        variant: alone ? (guest ? 'partition' : 'alone') : card ? 'card' : undefined,
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
