import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveLinkGraph } from '../../../../shared/derive/link-graph'
import { layoutLinks, layoutPair, layoutToSvg } from '../../../../shared/derive/link-layout'
import { machine, recipes } from './generated'
import { faults, gpuPlaces } from './invariants'

const runs = { numRuns: Number(process.env['LANESCOPE_RUNS'] ?? 60) }

describe('the layout of any machine', () => {
  it('keeps boxes apart, lines out of boxes and off each other, labels 4 px apart, and all of it finite', () => {
    fc.assert(
      fc.property(recipes, fc.constantFrom('full' as const, 'compact' as const), (recipe, density) => {
        expect(faults(layoutLinks(deriveLinkGraph(machine(recipe)), { density }))).toEqual([])
      }),
      runs,
    )
  })

  it('does not depend on the order of the input', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const node = machine(recipe)
        const turned = { ...node, gpus: [...node.gpus].reverse(), nics: [...node.nics].reverse() }
        expect(layoutLinks(deriveLinkGraph(turned))).toEqual(layoutLinks(deriveLinkGraph(node)))
      }),
      runs,
    )
  })

  it('moves no GPU when a NIC, a lane or a link state is taken away', () => {
    fc.assert(
      fc.property(recipes, fc.integer({ min: 0, max: 63 }), (recipe, which) => {
        const node = machine({ ...recipe, noise: 0 })
        const before = gpuPlaces(layoutLinks(deriveLinkGraph(node)))
        const bad = {
          ...node,
          gpus: node.gpus.map((gpu, i) =>
            i === which % node.gpus.length
              ? {
                  ...gpu,
                  links: gpu.links.map((link, k) =>
                    k === which % 18 ? { ...link, state: 'inactive' as const, remote: undefined } : link,
                  ),
                }
              : gpu,
          ),
        }
        // On a mesh of single lanes the pair itself may vanish with the lane, and its track with it; so may a switch that two
        // GPUs reach by one lane each.
        if (recipe.fabric !== 'mesh' && recipe.gpus > 2)
          expect(gpuPlaces(layoutLinks(deriveLinkGraph(bad)))).toEqual(before)
        const lost = node.nics[which % Math.max(1, node.nics.length)]
        if (lost) {
          const graph = deriveLinkGraph(node)
          const without = deriveLinkGraph({ ...node, nics: node.nics.filter((nic) => nic !== lost) })
          // The box of a NUMA node without GPUs goes with its last NIC, and so does a switch that only this NIC told of.
          const shape = (item: typeof graph): string =>
            item.boxes.map((box) => `${box.id}:${box.groups.map((group) => group.gpus.join('+')).join(' ')}`).join(' ')
          if (shape(without) === shape(graph)) expect(gpuPlaces(layoutLinks(without))).toEqual(before)
        }
      }),
      runs,
    )
  })

  it('puts equal parts of two nodes at equal places', () => {
    fc.assert(
      fc.property(recipes, recipes, (recipe, other) => {
        const left = deriveLinkGraph(machine(recipe))
        const right = deriveLinkGraph(
          machine({ ...recipe, noise: other.noise, seed: recipe.seed, nics: Math.max(0, recipe.nics - 1) }),
        )
        const pair = layoutPair(left, right)
        expect(faults(pair.left)).toEqual([])
        expect(faults(pair.right)).toEqual([])
        if (!pair.common) return
        expect(pair.left.height).toBe(pair.right.height)
        const places = gpuPlaces(pair.right)
        const same = Object.entries(gpuPlaces(pair.left)).filter(([id, place]) => places[id] === place)
        expect(same.length).toBeGreaterThanOrEqual(Math.floor(Object.keys(places).length / 2))
      }),
      runs,
    )
  })

  it('makes well-formed SVG without numbers that are none', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const svg = layoutToSvg(layoutLinks(deriveLinkGraph(machine(recipe)), { errors: true }))
        expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      }),
      runs,
    )
  })
})
