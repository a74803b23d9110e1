import { dcgmDiag } from '../../formats/dcgm/diag'
import { dcgmDiagJson } from '../../formats/dcgm/diag-json'
import { dcgmHealth } from '../../formats/dcgm/health'
import { dcgmNvlinkStatus } from '../../formats/dcgm/nvlink-status'
import { refIn, sectionsOf } from '../../model/format'
import type { Gpu } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { downLink, hasNoLink } from '../support/dcgm-links'
import { gpuEntity, gpuLabel, linkEntity, numberList } from '../support/entities'
import { someOf } from '../support/evidence'
import { isGuest, linkFactsVoid, productOf } from '../support/links'

/** DCGM says that links are down which this product is meant to have. */
export const dcgmNvlinkDown = defineRule({
  id: 'dcgm-nvlink-down',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpus'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const status = sectionsOf(node.parsed, dcgmNvlinkStatus)
    const health = sectionsOf(node.parsed, dcgmHealth)
    const diag = [...sectionsOf(node.parsed, dcgmDiag), ...sectionsOf(node.parsed, dcgmDiagJson)].flatMap((section) =>
      section.value.tests.flatMap((test) =>
        test.messages.flatMap((entry) => {
          const link = downLink(entry.value)
          return link ? [{ ...link, source: refIn(section, entry.line) }] : []
        }),
      ),
    )
    if (status.length + health.length + diag.length === 0)
      return context.notChecked(['dcgm.health'], 'dcgmi nvlink -s; dcgmi health -c')
    if (node.gpus.length === 1 && isGuest(node)) return context.notApplicable('partition')
    const down = new Map<Gpu, { links: Set<number>; sources: SourceRef[] }>()
    const add = (gpu: Gpu, link: number, source: SourceRef): void => {
      const entry = down.get(gpu) ?? { links: new Set<number>(), sources: [] }
      entry.links.add(link)
      entry.sources.push(source)
      down.set(gpu, entry)
    }
    for (const section of status) {
      for (const row of section.value.gpus) {
        const gpu = node.gpus.find((candidate) => candidate.index === row.id)
        const dead = row.states.flatMap((state, link) => (state === 'inactive' || state === 'disabled' ? [link] : []))
        const up = row.states.filter((state) => state === 'active').length
        const wired = gpu && productOf(gpu)?.nvlink?.wiredLinks
        // Letters go up to the width of the release: count what is up against what the product has.
        if (gpu && wired !== undefined && up < wired)
          for (const link of dead.slice(0, wired)) add(gpu, link, refIn(section, row.rowLine))
      }
    }
    for (const section of health) {
      for (const incident of section.value.incidents) {
        const match = /NvLink link (\d{1,2}) is currently down/i.exec(incident.text)
        const id =
          incident.entity?.kind === 'gpu' ? incident.entity.id : Number(/GPU (\d{1,2})/.exec(incident.text)?.[1] ?? NaN)
        const gpu = node.gpus.find((candidate) => candidate.index === id)
        if (match && gpu) add(gpu, Number(match[1]), refIn(section, incident.line, incident.endLine))
      }
    }
    for (const { gpu: index, link, source } of diag) {
      const gpu = node.gpus.find((candidate) => candidate.index === index)
      if (gpu) add(gpu, link, source)
    }
    const alike =
      new Set([...down.values()].map((entry) => entry.links.size)).size === 1 && down.size === node.gpus.length
    for (const [gpu, { links, sources }] of down) {
      const product = productOf(gpu)
      if (product && !product.nvlink) continue
      // An unknown product whose GPUs are all alike is built that way, for all that is known.
      if (!product && alike) continue
      const spare = new Set(product?.nvlink?.inactiveByDesign ?? [])
      const real = [...links].filter((link) => !spare.has(link))
      const card = product?.bridgeOnly === true
      const unbridged = card && hasNoLink(node, gpu.index ?? -1)
      if (real.length === 0) continue
      const severity = unbridged ? 'info' : product && !card ? 'error' : 'warning'
      context.report({
        severity,
        variant: unbridged ? 'unbridged' : undefined,
        on: [gpuEntity(gpu), ...real.map((link) => linkEntity(gpu, link))],
        evidence: someOf([...sources, ...(gpu.name ? [gpu.name.source] : [])], 8),
        data: {
          node: node.name,
          gpu: gpuLabel(gpu),
          count: real.length,
          links: numberList(real),
          product: gpu.name?.value ?? 'GPU',
        },
      })
    }
  },
})
