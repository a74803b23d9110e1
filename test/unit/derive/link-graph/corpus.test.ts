import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deriveLinkGraph, matrixView } from '../../../../shared/derive/link-graph'
import { layoutLinks, layoutToSvg } from '../../../../shared/derive/link-layout'
import { analyse } from '../../../../shared/pipeline/analyse'
import { readText } from '../../../support/reading'
import { sharedFolder, withoutShared } from '../../../support/shared-folder'
import { faults } from '../link-layout/invariants'

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(
      (path) => statSync(path).isFile() && statSync(path).size < 2_000_000 && /\.(?:txt|log|out|xml|csv)$/.test(path),
    )
}

describe.skipIf(withoutShared)(
  'link graphs of captured machines (skipped where the reference captures are absent)',
  () => {
    const folder = sharedFolder() ?? ''

    it('draws every capture of nvidia-smi without a fault of layout', () => {
      const bad: string[] = []
      let drawn = 0
      for (const path of files(join(folder, 'corpus', 'nvidia-smi'))) {
        const session = analyse([readText(readFileSync(path, 'utf8'), path)])
        for (const node of session.nodes) {
          const graph = deriveLinkGraph(node, { findings: session.findings, outcomes: session.outcomes })
          for (const density of ['full', 'compact'] as const) {
            const layout = layoutLinks(graph, { density })
            drawn++
            for (const fault of faults(layout)) bad.push(`${path} ${density}: ${fault}`)
            expect(layoutToSvg(layout)).not.toMatch(/NaN|undefined/)
          }
          matrixView(node, graph)
        }
      }
      expect(bad).toEqual([])
      expect(drawn).toBeGreaterThan(20)
    }, 120_000)

    it('reads our own guest as what it is: all lanes up, far ends and PCIe tree unknown, nothing dead', () => {
      const path = join(folder, 'captures', 'h200x2-node-a')
      const readings = [
        'nvidia-smi-nvlink-s.txt',
        'nvidia-smi-nvlink-R.txt',
        'nvidia-smi-topo-m.txt',
        'nvidia-smi-q.txt',
        'lscpu.txt',
      ].map((name) => readText(readFileSync(join(path, name), 'utf8'), name))
      const session = analyse(readings)
      expect(session.nodes).toHaveLength(1)
      const [node] = session.nodes
      if (!node) return
      const graph = deriveLinkGraph(node, { findings: session.findings, outcomes: session.outcomes })
      expect(graph.fabric).toBe('hidden')
      expect(graph.gpus.map((gpu) => gpu.count)).toEqual([
        { up: 18, due: 18, dueFrom: 'product', state: 'good' },
        { up: 18, due: 18, dueFrom: 'product', state: 'good' },
      ])
      expect(graph.gpus.flatMap((gpu) => gpu.lanes.map((lane) => lane.to.kind))).toEqual(
        Array.from({ length: 36 }, () => 'hidden'),
      )
      expect(graph.tree).toBe('unknown')
      expect(graph.switches).toEqual([])
      expect(graph.boxes.map((box) => box.number)).toEqual([0])
      expect(
        [...graph.gpus, ...graph.nics].filter((thing) => thing.state === 'dead' || thing.state === 'degraded'),
      ).toEqual([])
    })
  },
)
