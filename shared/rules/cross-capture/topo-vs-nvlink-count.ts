import type { Gpu } from '../../model/gpu'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import type { Topology } from '../../model/topology'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { boardOf, deviceIndex, gpuCells, isGuest, linkFactsVoid, nvCount } from '../support/links'

/** The matrix and the link states count differently: one capture is stale, or a link dropped between them. */
export const topoVsNvlinkCount = defineRule({
  id: 'topo-vs-nvlink-count',
  area: 'cross-capture',
  since: '0.1',
  needs: ['topology', 'gpu.links'],
  firesOnAbsence: 'lines of an earlier link capture may be the ones that agree with the matrix',
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const topology = node.topologies.find((one) => one.form !== 'matrix-pci' && !one.damaged)
    const board = boardOf(node)
    if (!topology || board === 'none' || board === 'unknown') return context.notApplicable('no-link-count')
    const differing = node.gpus.flatMap((gpu) => difference(node, gpu, topology) ?? [])
    const first = differing[0]
    if (!first) return
    context.report({
      severity: 'warning',
      on: differing.slice(0, 8).map(({ gpu }) => gpuEntity(gpu)),
      evidence: someOf(differing.flatMap(({ sources }) => sources)),
      data: {
        node: node.name,
        count: differing.length,
        gpu: gpuLabel(first.gpu),
        matrix: first.expected,
        active: first.active,
      },
    })
  },
})

interface Difference {
  readonly gpu: Gpu
  readonly expected: number
  readonly active: number
  readonly sources: readonly SourceRef[]
}

function difference(node: Node, gpu: Gpu, topology: Topology): Difference | undefined {
  if (gpu.linksDamaged || gpu.index === undefined) return undefined
  const row = topology.devices.findIndex((one) => one.kind === 'gpu' && deviceIndex(one.name) === gpu.index)
  const line = topology.devices[row]?.line
  const counts = gpuCells(topology)
    .filter((cell) => cell.row === row)
    .map(({ token }) => (token === '' ? undefined : (nvCount(token) ?? 0)))
  if (line === undefined || counts.length === 0 || counts.some((count) => count === undefined)) return undefined
  const known = counts.flatMap((count) => count ?? [])
  const captures = activeByCapture(gpu)
  if (captures.length === 0) return undefined
  const board = boardOf(node)
  const sum = known.reduce((a, b) => a + b, 0)
  const expected = board === 'switch' ? (new Set(known).size === 1 ? known[0] : undefined) : sum
  if (expected === undefined || (board === 'switch' && expected === 0)) return undefined
  // A capture of any time that agrees ends it. Partners that a container or a tenant does not see leave links over.
  const partial = board !== 'switch' && (isGuest(node) || node.gpus.length < 4 || board !== 'four-gpu')
  const wrong = captures.every(({ active }) => (partial ? active < expected : active !== expected))
  const last = captures.at(-1)
  if (!wrong || !last) return undefined
  return { gpu, expected, active: last.active, sources: [sourceRef(topology.source.document, line), ...last.sources] }
}

/** Active links in each status capture, oldest first; only captures that list several links. */
function activeByCapture(gpu: Gpu): readonly { readonly active: number; readonly sources: readonly SourceRef[] }[] {
  const captures = new Map<string, { total: number; active: number; sources: SourceRef[] }>()
  for (const link of gpu.links) {
    for (const state of link.states) {
      const known = captures.get(state.source.document) ?? { total: 0, active: 0, sources: [] }
      captures.set(state.source.document, known)
      known.total++
      if (state.value === 'active') known.active++
      else known.sources.unshift(state.source)
      if (known.sources.length < 2) known.sources.push(state.source)
    }
  }
  return [...captures.values()]
    .filter(({ total }) => total > 1)
    .map(({ active, sources }) => ({ active, sources: sources.slice(0, 2) }))
}
