import { alignNodes, type Alignment, type HandPairs, type Side } from './align'
import { findingsFor } from './findings'
import { factSheet, type SheetOptions } from './sheet'
import {
  factAreas,
  type ComparedFact,
  type Difference,
  type Fact,
  type FactResult,
  type FactSheet,
  type Reason,
  type SheetComparison,
  type Tolerance,
} from './types'
import { compareVersions } from './values'

export interface NodeComparison extends SheetComparison {
  readonly alignment: Alignment
}

/** Figures closer than this are the same: runs of one healthy node scatter by some percent. */
export const BANDWIDTH_NOISE = 0.05

/** Compares two nodes part by part; the same node twice gives no difference. Pure. */
export function compareNodes(
  left: Side,
  right: Side,
  options: { readonly hand?: HandPairs; readonly kinds?: SheetOptions['kinds'] } = {},
): NodeComparison {
  const alignment = alignNodes(left, right, options.hand)
  const sheets = compareSheets(
    factSheet(left.node, left.session, { naming: alignment.left, kinds: options.kinds }),
    factSheet(right.node, right.session, { naming: alignment.right, kinds: options.kinds }),
  )
  const at = { left: findingsFor(left), right: findingsFor(right) }
  const withFindings = (fact: ComparedFact): ComparedFact => ({
    ...fact,
    findings: { left: at.left(fact.left), right: at.right(fact.right) },
    folds: fact.folds.map(withFindings),
  })
  return { ...sheets, facts: sheets.facts.map(withFindings), alignment }
}

/** Lines up two sheets by key; every fact of both stands in the result exactly once, by itself or folded under another. */
export function compareSheets(left: FactSheet, right: FactSheet): SheetComparison {
  const a = new Map(left.facts.map((fact) => [fact.key, fact]))
  const b = new Map(right.facts.map((fact) => [fact.key, fact]))
  const keys = [...a.keys(), ...[...b.keys()].filter((key) => !a.has(key))]
  const compared = new Map(keys.map((key) => [key, compareFact(key, a.get(key), b.get(key), left, right)]))
  for (const [key, fact] of compared) {
    // A part that is not there has no properties to capture: what the other side says of it follows from that.
    if (fact.result !== 'not-comparable' || fact.because?.kind !== 'not-captured') continue
    const whole = (fact.left ?? fact.right)?.under?.map((under) => compared.get(under))
    const gone = whole?.find((one) => one && (one.left === undefined) !== (one.right === undefined))
    if (gone && (gone.result === 'only-left' || gone.result === 'only-right'))
      compared.set(key, { ...fact, result: gone.result, because: undefined })
  }
  return {
    left: { node: left.node, name: left.name },
    right: { node: right.node, name: right.name },
    facts: sorted(folded(compared)),
  }
}

function compareFact(
  id: string,
  left: Fact | undefined,
  right: Fact | undefined,
  leftSheet: FactSheet,
  rightSheet: FactSheet,
): ComparedFact {
  const fact = left ?? right
  const { name = '', term, area = 'host', kind = 'configuration' } = fact ?? {}
  const base = { id, name, term, area, kind, left, right, folds: [], findings: { left: [], right: [] } }
  if (!left || !right) {
    const missing = left ? 'right' : 'left'
    const other = left ? rightSheet : leftSheet
    if (fact?.listed !== undefined && other.complete.has(fact.listed))
      return { ...base, result: left ? 'only-left' : 'only-right', worse: absent(name, missing) }
    if (other.reference) return { ...base, result: 'not-comparable', because: { kind: 'not-in-reference' } }
    const because: Reason =
      fact?.subject?.kind === 'run' || fact?.subject?.kind === 'scope'
        ? { kind: 'no-counterpart', side: missing }
        : { kind: 'not-captured', side: missing, capture: fact?.capture }
    return { ...base, result: 'not-comparable', because }
  }
  if (equal(left, right)) return { ...base, result: 'same' }
  const slower = slowerSide(left, right)
  const loose = slower === undefined ? undefined : (slower === 'left' ? left : right).loose
  if (loose === 'idle' && slower) return { ...base, result: 'not-comparable', because: { kind: 'idle', side: slower } }
  return { ...base, result: 'changed', worse: slower, difference: differenceOf(left, right) }
}

/** A device that is not there is worse; a variable that is not set is neither. */
function absent(name: string, side: 'left' | 'right'): 'left' | 'right' | undefined {
  return name === 'gpu.present' || name === 'nic.present' ? side : undefined
}

function equal(left: Fact, right: Fact): boolean {
  const tolerance = left.tolerance ?? right.tolerance
  if (tolerance) return left.tolerance ? within(right, left, tolerance) : within(left, right, tolerance)
  if (left.value === right.value) return true
  if (left.kind !== 'measurement' || left.number === undefined || right.number === undefined) return false
  return Math.abs(left.number - right.number) <= Math.max(left.number, right.number) * BANDWIDTH_NOISE
}

function within(fact: Fact, reference: Fact, { share, amount, atLeast, atMost }: Tolerance): boolean {
  const { number } = fact
  if (number === undefined) return fact.value === reference.value
  if (atLeast !== undefined || atMost !== undefined)
    return number >= (atLeast ?? -Infinity) && number <= (atMost ?? Infinity)
  if (reference.number === undefined) return fact.value === reference.value
  return Math.abs(number - reference.number) <= (amount ?? Math.abs(reference.number) * (share ?? 0))
}

const UP = /^(?:active|up|linkup|completed|success)/i

function slowerSide(left: Fact, right: Fact): 'left' | 'right' | undefined {
  if (left.name === 'nic.state' && UP.test(left.value) !== UP.test(right.value))
    return UP.test(left.value) ? 'right' : 'left'
  if (left.better === undefined || left.number === undefined || right.number === undefined) return undefined
  if (left.number === right.number) return undefined
  return left.number < right.number === (left.better === 'more') ? 'left' : 'right'
}

function differenceOf(left: Fact, right: Fact): Difference | undefined {
  const newer =
    left.area === 'software' || left.name === 'nic.firmware' || left.name === 'vbios'
      ? compareVersions(left.value, right.value)
      : 0
  if (newer !== 0) return { kind: 'newer', side: newer > 0 ? 'left' : 'right' }
  if (left.number === undefined || right.number === undefined || left.number === right.number) return undefined
  if (left.name === 'links.up' || left.kind === 'counter' || left.name === 'pci.acs')
    return { kind: 'count', delta: left.number - right.number }
  if (left.kind === 'measurement' || left.area === 'pcie' || left.name === 'nic.rate' || left.name === 'links.rate')
    return right.number === 0 ? undefined : { kind: 'ratio', ratio: left.number / right.number }
  return undefined
}

const differs = (result: FactResult): boolean =>
  result === 'changed' || result === 'only-left' || result === 'only-right'

/** A difference goes under the one it follows from, if that differs too; chains end at the first cause. */
function folded(compared: ReadonlyMap<string, ComparedFact>): readonly ComparedFact[] {
  const causeOf = (fact: ComparedFact, seen: ReadonlySet<string>): ComparedFact => {
    for (const key of [...(fact.left?.under ?? []), ...(fact.right?.under ?? [])]) {
      const cause = compared.get(key)
      if (cause && differs(cause.result) && !seen.has(key)) return causeOf(cause, new Set([...seen, key]))
    }
    return fact
  }
  const folds = new Map<string, ComparedFact[]>()
  const tops: ComparedFact[] = []
  for (const fact of compared.values()) {
    const cause = differs(fact.result) ? causeOf(fact, new Set([fact.id])) : fact
    if (cause === fact) tops.push(fact)
    else folds.set(cause.id, [...(folds.get(cause.id) ?? []), fact])
  }
  return tops.map((fact) => (folds.has(fact.id) ? { ...fact, folds: folds.get(fact.id) ?? [] } : fact))
}

const order: readonly FactResult[] = ['changed', 'only-left', 'only-right', 'not-comparable', 'same']
const numeric = new Intl.Collator('en', { numeric: true })

function sorted(facts: readonly ComparedFact[]): readonly ComparedFact[] {
  // Both one-sided results stand together, so that swapping the sides swaps nothing else.
  const group = ({ result }: ComparedFact): number => (result === 'only-right' ? 1 : order.indexOf(result))
  return [...facts].sort(
    (a, b) =>
      group(a) - group(b) ||
      factAreas.indexOf(a.area) - factAreas.indexOf(b.area) ||
      numeric.compare(
        a.left?.subject?.id ?? a.right?.subject?.id ?? '',
        b.left?.subject?.id ?? b.right?.subject?.id ?? '',
      ),
  )
}

/** Whether the configuration differs: what scripts ask. Measurements, counters, states and identities do not count. */
export function configurationDiffers({ facts }: SheetComparison): boolean {
  return facts.some(({ kind, result }) => kind === 'configuration' && differs(result))
}

/** Facts with those folded under them. */
export function allFacts(facts: readonly ComparedFact[]): readonly ComparedFact[] {
  return facts.flatMap((fact) => [fact, ...allFacts(fact.folds)])
}
