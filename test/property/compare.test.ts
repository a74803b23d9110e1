import {
  allFacts,
  compareNodes,
  compareWithReference,
  factSheet,
  makeReference,
  type ComparedFact,
  type FactResult,
} from '@shared/derive/compare'
import type { Node } from '@shared/model/node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeChange } from '../../scripts/fleet-node.mjs'
import { session } from '../builders/session'
import { synthetic, type OneNode } from '../support/analysed'
import { machine, recipes } from '../unit/derive/link-layout/generated'

/**
 * Laws of comparing: a node has no difference to itself, swapping the sides swaps the result and nothing else, and every fact of
 * both sides stands in the result exactly once.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 20261130)

const change: fc.Arbitrary<NodeChange> = fc.record(
  {
    gpus: fc.integer({ min: 1, max: 8 }),
    nics: fc.integer({ min: 0, max: 8 }),
    driver: fc.constantFrom('580.159.04', '570.133.20'),
    powerLimit: fc.constantFrom(700, 650),
    commandLine: fc.constantFrom('ro iommu=pt', 'ro', 'ro iommu=pt numa_balancing=disable'),
    environment: fc.dictionary(
      fc.constantFrom('NCCL_ALGO', 'NCCL_PROTO', 'NCCL_DEBUG', 'NCCL_IB_HCA'),
      fc.constantFrom('a', 'b', '1'),
    ),
    down: fc.dictionary(
      fc.constantFrom('0', '3', '7'),
      fc.uniqueArray(fc.integer({ min: 0, max: 17 }), { maxLength: 18 }),
    ),
    moved: fc.dictionary(fc.constantFrom('0', '5'), fc.integer({ min: 0, max: 7 })),
    portsDown: fc.uniqueArray(fc.integer({ min: 0, max: 7 })),
    peak: fc.constantFrom(478, 470, 421),
  },
  { requiredKeys: [] },
)

const read: fc.Arbitrary<OneNode> = fc
  .tuple(fc.integer({ min: 0, max: 999 }), change)
  .map(([number, what]) => synthetic(`gn-a${number}`, number, what))

/** Machines nobody has built, without the text that would have shown them. */
const made: fc.Arbitrary<OneNode> = recipes.map((recipe) => {
  const node: Node = machine(recipe)
  return { node, session: session({ nodes: [node] }) }
})

const mirrored: Readonly<Record<FactResult, FactResult>> = {
  changed: 'changed',
  same: 'same',
  'only-left': 'only-right',
  'only-right': 'only-left',
  'not-comparable': 'not-comparable',
}

/** What a comparison says, in a form that can be turned around. */
function said(facts: readonly ComparedFact[], turned: boolean): readonly string[] {
  return allFacts(facts)
    .map(({ left, right, result, worse }) => {
      const sides = [left, right].map((fact) =>
        fact ? `${fact.subject?.label ?? ''}/${fact.name}/${fact.term ?? ''}=${fact.value}` : '-',
      )
      const other = worse === 'left' ? 'right' : worse === 'right' ? 'left' : ''
      return turned
        ? [sides[1], sides[0], mirrored[result], other].join(' | ')
        : [sides[0], sides[1], result, worse ?? ''].join(' | ')
    })
    .sort()
}

const kinds = [
  ['machines that were read', read, 40],
  ['machines nobody has built', made, 150],
] as const

describe.each(kinds)('%s', (_title, nodes, numRuns) => {
  it(`a node has no difference to itself (seed ${seed})`, () => {
    fc.assert(
      fc.property(nodes, (one) => {
        const results = allFacts(compareNodes(one, one).facts).map(({ result }) => result)
        expect(new Set(results).size).toBeLessThanOrEqual(1)
        expect(results.every((result) => result === 'same')).toBe(true)
      }),
      { seed, numRuns },
    )
  })

  it(`swapping the sides mirrors the result (seed ${seed})`, () => {
    fc.assert(
      fc.property(nodes, nodes, (a, b) => {
        expect(said(compareNodes(a, b).facts, false)).toEqual(said(compareNodes(b, a).facts, true))
      }),
      { seed, numRuns },
    )
  })

  it(`every fact of both stands in the result once (seed ${seed})`, () => {
    fc.assert(
      fc.property(nodes, nodes, (a, b) => {
        const comparison = compareNodes(a, b)
        const { left, right } = comparison.alignment
        const facts = allFacts(comparison.facts)
        const keys = (side: 'left' | 'right'): readonly string[] =>
          facts.flatMap((fact) => fact[side]?.key ?? []).sort()
        const due = (one: OneNode, naming: typeof left): readonly string[] =>
          factSheet(one.node, one.session, { naming })
            .facts.map(({ key }) => key)
            .sort()
        expect(keys('left')).toEqual(due(a, left))
        expect(keys('right')).toEqual(due(b, right))
        expect(facts.every((fact) => fact.left !== undefined || fact.right !== undefined)).toBe(true)
        expect(facts.every((fact) => (fact.result === 'not-comparable') === (fact.because !== undefined))).toBe(true)
      }),
      { seed, numRuns },
    )
  })

  it(`a reference made of a node holds on it (seed ${seed})`, () => {
    fc.assert(
      fc.property(nodes, (one) => {
        const saved = makeReference(one)
        const facts = allFacts(compareWithReference(saved, one).facts)
        const results = facts.filter(({ result }) => result !== 'same' && result !== 'not-comparable')
        expect(results.map(({ id }) => id)).toEqual([])
      }),
      { seed, numRuns },
    )
  })
})
