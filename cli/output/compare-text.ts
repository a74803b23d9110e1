import type { ComparedFact, FactKind } from '@shared/derive/compare'
import { findingText, type Language } from '@shared/messages'
import { uiText } from '@shared/messages/ui'
import type { Io } from '../io'
import {
  differenceText,
  factName,
  factsOf,
  hiddenCounts,
  oneSided,
  placeText,
  reasonText,
  shownKinds,
  sideText,
  type Comparison,
} from './compare'
import { cut, harmless, painter, table, wrap } from './terminal'
import { sayIn } from './texts'

export interface CompareTextOptions {
  readonly language: Language
  /** Facts that are the same, too. */
  readonly all: boolean
  /** Counters, states and ids, too. */
  readonly kinds: readonly FactKind[]
}

const differing: readonly ComparedFact['result'][] = ['changed', 'only-left', 'only-right']

/** For a terminal: what differs first, with both places; then findings of one side; then what cannot be compared. */
export function comparisonText(comparison: Comparison, options: CompareTextOptions, io: Io): string {
  const { language, all, kinds } = options
  const say = sayIn(language)
  const paint = painter(io.colour)
  const columns = io.columns ?? 140
  const { left, right } = comparison.sheets
  const names = { left: left.name, right: right.name }
  const cell = (text: string): string => cut(harmless(text), Math.max(14, Math.floor(columns / 4)))
  const rows = (list: readonly ComparedFact[]): readonly string[] =>
    table([
      ['', harmless(names.left), harmless(names.right), ''],
      ...list.map((fact) => [
        `  ${cell(factName(fact, language))}`,
        cell(sideText(fact, 'left', language)),
        cell(sideText(fact, 'right', language)),
        note(fact, comparison, language),
      ]),
    ])
  const lines = [paint('bold', harmless(`${names.left} | ${names.right}`))]
  const changed = factsOf(comparison, differing, kinds)
  const same = factsOf(comparison, ['same'])
  if (changed.length > 0) lines.push(...rows(changed))
  if (!changed.some(({ kind }) => kind === 'configuration'))
    lines.push(uiText(language, 'compare.nothingOf', { ...names, n: same.length }))
  lines.push(...hidden(comparison, kinds, language))
  const findings = oneSided(comparison)
  if (findings.length > 0) {
    lines.push('', `${say('findingsOfOne')}:`)
    for (const { side, finding } of findings) {
      const { title } = findingText(finding, language)
      lines.push(cut(`  ${harmless(names[side])}: ${finding.severity}[${finding.rule}] ${harmless(title)}`, columns))
    }
  }
  lines.push(...notComparable(comparison, kinds, language, columns))
  if (all && same.length > 0) lines.push('', `${say('same')}:`, ...rows(same))
  else lines.push('', say('sameCount', { n: same.length }))
  return `${lines.join('\n')}\n`
}

function note(fact: ComparedFact, comparison: Comparison, language: Language): string {
  const places = [placeText(fact.left, comparison.left?.session), placeText(fact.right, comparison.right.session)]
  const parts = [
    differenceText(fact, language),
    ...(fact.folds.length > 0 ? [uiText(language, 'compare.folded', { n: fact.folds.length })] : []),
    places.filter((place) => place !== '').join(' · '),
  ]
  return harmless(parts.filter((part) => part !== '').join(', '))
}

function hidden(comparison: Comparison, kinds: readonly FactKind[], language: Language): readonly string[] {
  const { counter, state, identity } = hiddenCounts(comparison)
  const shown = kinds.length > shownKinds.length
  if (shown || counter + state + identity === 0) return []
  return [uiText(language, 'compare.hiddenDiffer', { counters: counter, states: state, ids: identity })]
}

/** One line a reason: the same command is missing for many facts. */
function notComparable(
  comparison: Comparison,
  kinds: readonly FactKind[],
  language: Language,
  columns: number,
): readonly string[] {
  const { left, right } = comparison.sheets
  const reasons = new Map<string, string[]>()
  for (const fact of factsOf(comparison, ['not-comparable'], kinds)) {
    if (fact.because?.kind === 'not-in-reference') continue
    const why = reasonText(fact, { left: left.name, right: right.name }, language)
    reasons.set(why, [...(reasons.get(why) ?? []), factName(fact, language)])
  }
  if (reasons.size === 0) return []
  const lines = ['', `${uiText(language, 'compare.not-comparable')}:`]
  for (const [why, facts] of reasons) {
    const shown = facts.slice(0, 6).join('; ') + (facts.length > 6 ? ` + ${facts.length - 6}` : '')
    lines.push(...wrap(harmless(`${why}: ${shown}`), columns, '    ', '  '))
  }
  return lines
}
