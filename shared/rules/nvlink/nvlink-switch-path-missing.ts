import { defineRule } from '../../model/rule'
import type { Gpu } from '../../model/gpu'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkFactsVoid } from '../support/links'

/** The remote ends of one GPU name fewer NVSwitches, or other counts per switch, than those of its siblings. */
export const nvlinkSwitchPathMissing = defineRule({
  id: 'nvlink-switch-path-missing',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpu.remote-links'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const gpuIds = new Set(node.gpus.flatMap((gpu) => gpu.busId?.value ?? []))
    const known = node.gpus.flatMap((gpu) => {
      const remotes = gpu.links.flatMap((link) => (link.remote ? [link.remote] : []))
      const hidden = remotes.some((remote) => remote.hidden || remote.busId === undefined)
      return remotes.length === 0 || hidden || gpu.linksDamaged ? [] : [{ gpu, counts: countBySwitch(gpu) }]
    })
    if (known.length < 3)
      return context.notChecked(['gpu.remote-links'], 'nvidia-smi nvlink -R  (of all GPUs, on the host)')
    if (known.some(({ counts }) => [...counts.keys()].some((id) => gpuIds.has(id))))
      return context.notApplicable('direct-links')
    const shape = (counts: ReadonlyMap<string, number>): string =>
      [...counts]
        .sort()
        .map(([id, count]) => `${id}=${count}`)
        .join(' ')
    const shapes = new Map<string, number>()
    for (const { counts } of known) shapes.set(shape(counts), (shapes.get(shape(counts)) ?? 0) + 1)
    const usual = [...shapes].sort((a, b) => b[1] - a[1])[0]
    if (!usual || shapes.size === 1 || usual[1] * 2 <= known.length) return
    const normal = known.find(({ counts }) => shape(counts) === usual[0])
    for (const { gpu, counts } of known) {
      if (!normal || shape(counts) === usual[0]) continue
      const missing = [...normal.counts].filter(([id, count]) => (counts.get(id) ?? 0) < count).map(([id]) => id)
      if (missing.length === 0) continue
      context.report({
        severity: 'warning',
        on: [gpuEntity(gpu)],
        evidence: someOf(
          gpu.links.flatMap((link) => (link.remote ? [link.remote.source] : [])),
          18,
        ),
        data: { node: node.name, gpu: gpuLabel(gpu), switches: missing.join(', '), count: missing.length },
      })
    }
  },
})

function countBySwitch(gpu: Gpu): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const link of gpu.links) {
    const id = link.remote?.busId
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
