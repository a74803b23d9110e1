import { defineRule } from '../../model/rule'
import { gpuEntity, linkEntity, numberList, gpuLabel } from '../support/entities'
import { topologyRow } from '../support/evidence'
import { activeLinks, boardOf, linkFactsVoid, productOf, stateLinks } from '../support/links'

/** Some links of a GPU are inactive, and fewer are active than this product has wired. */
export const nvlinkInactive = defineRule({
  id: 'nvlink-inactive',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpu.product', 'gpu.links'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    if (node.gpus.every((gpu) => productOf(gpu) && !productOf(gpu)?.nvlink)) return context.notApplicable('no-nvlink')
    const board = boardOf(node)
    for (const gpu of node.gpus) {
      const nvlink = productOf(gpu)?.nvlink
      const seen = stateLinks(gpu)
      const active = activeLinks(gpu)
      if (!nvlink || gpu.linksDamaged || active === 0 || active >= nvlink.wiredLinks) continue
      // Slots beyond the product's own count are listed by some drivers and never lit (B300: 36 for 18).
      const dead = seen.filter((link) => link.state === 'inactive' || link.state === 'disabled')
      if (dead.length === 0) continue
      const siblings = node.gpus.filter(
        (other) => other !== gpu && other.product === gpu.product && stateLinks(other).length > 0,
      )
      const allAlike = siblings.every((other) => activeLinks(other) === active)
      // Small V100 boards and POWER9 wire fewer links towards GPUs: alike everywhere means wired so.
      if (nvlink.mesh && node.gpus.length < 8 && allAlike) continue
      const peerHasMore = siblings.some((other) => activeLinks(other) > active)
      const onBoard = board === 'switch' || board === 'four-gpu' || board === 'mesh'
      if (board === 'bridge' && !peerHasMore) continue
      const severity = onBoard || peerHasMore ? 'error' : 'warning'
      const lines = dead.flatMap((link) => link.states.filter((state) => state.value === link.state).slice(-1))
      const header = gpu.links.flatMap((link) => link.states)[0]?.source
      context.report({
        severity,
        on: [gpuEntity(gpu), ...dead.map((link) => linkEntity(gpu, link.index))],
        evidence: [
          ...(header
            ? gpu.sources.filter((source) => source.document === header.document && source.line < header.line).slice(-1)
            : []),
          ...lines.map((line) => line.source),
          ...topologyRow(node, gpu),
        ],
        data: {
          gpu: gpuLabel(gpu),
          product: gpu.name?.value ?? '',
          active,
          due: nvlink.wiredLinks,
          dead: Math.max(nvlink.wiredLinks - active, 0),
          links: numberList(dead.map((link) => link.index)),
          node: node.name,
        },
      })
    }
  },
})
