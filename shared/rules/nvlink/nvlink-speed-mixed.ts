import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel, linkEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkFactsVoid } from '../support/links'

/** Active links of equal GPUs print different rates. */
export const nvlinkSpeedMixed = defineRule({
  id: 'nvlink-speed-mixed',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpu.links'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const names = new Set(node.gpus.flatMap((gpu) => gpu.name?.value ?? []))
    if (names.size > 1) return context.notApplicable('mixed-gpus')
    const rated = node.gpus.flatMap((gpu) =>
      gpu.links.flatMap((link) => {
        const status = link.states.at(-1)
        return link.state === 'active' && link.gigabytesPerSecond !== undefined && status
          ? [{ gpu, link, rate: link.gigabytesPerSecond, status }]
          : []
      }),
    )
    // Only within one capture: two driver versions round differently.
    for (const document of new Set(rated.map((entry) => entry.status.source.document))) {
      const here = rated.filter((entry) => entry.status.source.document === document)
      const counts = new Map<number, number>()
      for (const entry of here) counts.set(entry.rate, (counts.get(entry.rate) ?? 0) + 1)
      if (counts.size < 2) continue
      const usual = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0]
      const odd = here.filter((entry) => entry.rate !== usual)
      const normal = here.find((entry) => entry.rate === usual)
      const first = odd[0]
      if (!first || !normal) continue
      const gpus = [...new Set(odd.map((entry) => entry.gpu))]
      context.report({
        severity: 'warning',
        on: [...gpus.map(gpuEntity), ...odd.slice(0, 36).map((entry) => linkEntity(entry.gpu, entry.link.index))],
        evidence: someOf([...odd.map((entry) => entry.status.source), normal.status.source]),
        data: {
          node: node.name,
          gpus: gpus.map(gpuLabel).join(', '),
          odd: first.rate,
          usual: normal.rate,
          count: odd.length,
        },
      })
    }
  },
})
