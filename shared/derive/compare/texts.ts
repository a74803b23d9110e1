import type { Language } from '../../messages/language'
import { isUiKey, uiText, type UiKey } from '../../messages/ui'
import type { ComparedFact, Fact } from './types'

/** Words for facts: the window, the terminal and Markdown say the same. */

/** `GPU3 NVLinks up`, `NCCL_ALGO (all_reduce.log)`, `module nvidia_peermem`. */
export function factName(fact: Pick<ComparedFact, 'name' | 'term' | 'left' | 'right'>, language: Language): string {
  return nameOf(fact, subjectLabel(fact), language)
}

export function ownName(fact: Fact, language: Language): string {
  return nameOf(fact, fact.subject?.label, language)
}

function nameOf({ name, term }: Pick<Fact, 'name' | 'term'>, subject: string | undefined, language: Language): string {
  if (name === 'setting' || name === 'run') return subject === undefined ? (term ?? '') : `${term ?? ''} (${subject})`
  const key = `fact.${name}`
  const words = [isUiKey(key) ? uiText(language, key) : name, ...(term === undefined ? [] : [term])]
  return [...(subject === undefined ? [] : [subject]), ...words].join(' ')
}

/** Both names where the sides call the part differently. */
export function subjectLabel({ left, right }: Pick<ComparedFact, 'left' | 'right'>): string | undefined {
  const a = left?.subject?.label
  const b = right?.subject?.label
  return a !== undefined && b !== undefined && a !== b ? `${a} / ${b}` : (a ?? b)
}

/** What a fact says, with the few values that are words. */
export function valueText(fact: Fact, language: Language): string {
  const say = (key: UiKey): string => uiText(language, key)
  switch (fact.name) {
    case 'gpu.present':
    case 'nic.present':
      return say('compare.present')
    case 'module':
      return say('compare.loaded')
    case 'cmdline':
      return fact.value === fact.term ? say('compare.onTheLine') : fact.value
    case 'setting':
      return fact.value === '' ? say('compare.empty') : fact.value
    default:
      return fact.value
  }
}

/** What stands in the cell of the side that has no such fact. */
export function absentText(fact: ComparedFact, language: Language): string {
  const say = (key: UiKey): string => uiText(language, key)
  if (fact.result === 'not-comparable') return fact.because?.kind === 'no-counterpart' ? '' : say('word.notInCapture')
  if (fact.name === 'setting' || fact.name === 'cmdline') return say('compare.unset')
  if (fact.name === 'module') return say('compare.notLoaded')
  if (fact.name === 'event') return say('compare.none')
  return say('compare.absent')
}

export function sideText(fact: ComparedFact, side: 'left' | 'right', language: Language): string {
  const own = fact[side]
  return own ? valueText(own, language) : absentText(fact, language)
}

/** `−2 lanes`, `half`, `newer left`, `0.88`. */
export function differenceText(fact: ComparedFact, language: Language): string {
  const say = (key: UiKey, data?: Readonly<Record<string, string | number>>): string => uiText(language, key, data)
  if (fact.result === 'only-left' || fact.result === 'only-right') return say(`compare.diff.${fact.result}`)
  if (fact.result !== 'changed') return ''
  const { difference } = fact
  if (difference?.kind === 'count') {
    const data = { sign: difference.delta < 0 ? '−' : '+', n: Math.abs(difference.delta) }
    return say(fact.name === 'links.up' ? 'compare.diff.lanes' : 'compare.diff.count', data)
  }
  if (difference?.kind === 'ratio') {
    if (difference.ratio === 0.5) return say('compare.diff.half')
    if (difference.ratio === 2) return say('compare.diff.twice')
    return String(Number(difference.ratio.toPrecision(2)))
  }
  if (difference?.kind === 'newer') return say(`compare.diff.newer-${difference.side}`)
  return say(fact.name === 'nic.place' ? 'compare.diff.farther' : 'compare.diff.other')
}

/** Why the two cannot be compared, and what to capture. */
export function reasonText(
  fact: ComparedFact,
  names: { readonly left: string; readonly right: string },
  language: Language,
): string {
  const { because } = fact
  if (!because) return ''
  const say = (key: UiKey, data?: Readonly<Record<string, string | number>>): string => uiText(language, key, data)
  switch (because.kind) {
    case 'not-captured':
      return because.capture === undefined
        ? say('compare.why.notCaptured', { node: names[because.side] })
        : say('compare.why.capture', { capture: because.capture, node: names[because.side] })
    case 'idle':
      return say('compare.why.idle', { node: names[because.side] })
    case 'no-counterpart':
      return say('compare.why.noCounterpart', { node: names[because.side] })
    case 'not-in-reference':
      return say('compare.why.reference')
  }
}
