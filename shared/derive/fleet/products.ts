import type { Node } from '../../model/node'
import type { Fact, FactSheet } from '../compare'

/** Facts that say which product stands there, and that it stands there: voted on by all nodes. */
const WHICH = /^gpu\.(?:present|name)$/

/** Whose voice counts for a fact: an empty text is everybody's. */
export type ProductOf = (sheet: FactSheet, fact: Fact) => string

/**
 * What a GPU shows is judged among GPUs of its own product: an A100 between H100s is one oddity, not twenty, and a fleet of two
 * products has a majority in each. A GPU whose product no capture names counts with the most usual one.
 */
export function productsOf(sheets: readonly FactSheet[]): ProductOf {
  const bySheet = new Map<FactSheet, ReadonlyMap<string, string>>()
  const counts = new Map<string, number>()
  for (const sheet of sheets) {
    const products = new Map<string, string>()
    for (const { name, subject, value } of sheet.facts) {
      if (name !== 'gpu.name' || !subject) continue
      products.set(subject.id, value)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    bySheet.set(sheet, products)
  }
  if (counts.size < 2) return () => ''
  const usual = mostUsual(counts)
  return (sheet, { name, subject }) => {
    if (!subject || WHICH.test(name)) return ''
    const of = (id: string): string => bySheet.get(sheet)?.get(id) ?? usual
    if (subject.kind === 'gpu') return of(subject.id)
    if (subject.kind !== 'gpu-pair') return ''
    const [, one, other] = /^(gpu:.+)-(gpu:.+)$/.exec(subject.id) ?? []
    return one === undefined || other === undefined ? '' : [of(one), of(other)].sort().join(' + ')
  }
}

/** The product of most GPUs of each node; of the fleet where no capture names one. */
export function nodeProducts(nodes: readonly Node[]): ReadonlyMap<string, string> {
  const all = new Map<string, number>()
  const byNode = nodes.map(({ id, gpus }) => {
    const own = new Map<string, number>()
    for (const { name } of gpus) {
      if (!name) continue
      own.set(name.value, (own.get(name.value) ?? 0) + 1)
      all.set(name.value, (all.get(name.value) ?? 0) + 1)
    }
    return { id, own }
  })
  const usual = mostUsual(all)
  return new Map(byNode.map(({ id, own }) => [id, own.size === 0 ? usual : mostUsual(own)]))
}

function mostUsual(counts: ReadonlyMap<string, number>): string {
  let best: readonly [string, number] = ['', 0]
  for (const one of counts) if (one[1] > best[1]) best = one
  return best[0]
}
