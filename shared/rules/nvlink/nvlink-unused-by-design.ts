import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel, numberList } from '../support/entities'
import { someOf } from '../support/evidence'
import { activeLinks, linkFactsVoid, productOf, stateLinks } from '../support/links'

/** Inactive links that this product is meant to have: said once, so that nobody hunts them. */
export const nvlinkUnusedByDesign = defineRule({
  id: 'nvlink-unused-by-design',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpu.product', 'gpu.links'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const bridged = node.gpus.some((gpu) => activeLinks(gpu) > 0)
    const spare = node.gpus.filter((gpu) => {
      const product = productOf(gpu)
      if (!product?.nvlink) return false
      const off = stateLinks(gpu).some((link) => link.state === 'inactive') || gpu.linkMessage?.value === 'all-inactive'
      if (!off) return false
      if (activeLinks(gpu) >= product.nvlink.wiredLinks) return true
      // A card without any bridge on the whole node: one bridged sibling makes a dark card a question.
      return product.bridgeOnly && !bridged
    })
    const first = spare[0]
    if (!first) return
    const product = productOf(first)
    const off = stateLinks(first).filter((link) => link.state === 'inactive')
    context.report({
      severity: 'info',
      variant: bridged ? undefined : 'no-bridge',
      on: spare.map(gpuEntity),
      evidence: someOf([
        ...off.flatMap((link) => link.states.slice(-1).map((state) => state.source)),
        ...(first.linkMessage ? [first.linkMessage.source] : []),
        ...(first.name ? [first.name.source] : []),
      ]),
      data: {
        node: node.name,
        product: first.name?.value ?? '',
        wired: product?.nvlink?.wiredLinks ?? 0,
        links: product?.nvlink?.links ?? 0,
        off: numberList(off.map((link) => link.index)),
        gpus: spare.map(gpuLabel).join(', '),
      },
    })
  },
})
