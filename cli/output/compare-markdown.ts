import type { ComparedFact } from '@shared/derive/compare'
import { findingText, type Language } from '@shared/messages'
import { uiText } from '@shared/messages/ui'
import { differenceText, factName, factsOf, oneSided, placeText, sideText, type Comparison } from './compare'
import { harmless } from './terminal'
import { sayIn } from './texts'

/** Captured text inside a table cell of a ticket: no markup, no cell border, no line break. */
function cell(text: string): string {
  return harmless(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\|<>*_`[\]]/g, (character) => `\\${character}`)
}

/** A comparison for a ticket: what differs as a table, findings of one side as a list. */
export function comparisonMarkdown(comparison: Comparison, language: Language): string {
  const say = sayIn(language)
  const { left, right } = comparison.sheets
  const lines = [`## ${cell(left.name)} | ${cell(right.name)}`, '']
  const changed = factsOf(comparison, ['changed', 'only-left', 'only-right'])
  const same = factsOf(comparison, ['same'])
  if (!changed.some(({ kind }) => kind === 'configuration'))
    lines.push(
      uiText(language, 'compare.nothingOf', { left: cell(left.name), right: cell(right.name), n: same.length }),
      '',
    )
  if (changed.length > 0) {
    const head = [uiText(language, 'compare.fact'), left.name, right.name, uiText(language, 'compare.difference')]
    lines.push(row([...head.map(cell), uiText(language, 'compare.evidence')]), row(['---', '---', '---', '---', '---']))
    lines.push(...changed.map((fact) => row(cellsOf(fact, comparison, language))), '')
  }
  const findings = oneSided(comparison)
  if (findings.length > 0) {
    lines.push(`${say('findingsOfOne')}:`, '')
    for (const { side, finding } of findings) {
      const { title } = findingText(finding, language)
      lines.push(`- ${cell(comparison.sheets[side].name)}: ${finding.severity} \`${finding.rule}\` ${cell(title)}`)
    }
    lines.push('')
  }
  return lines.join('\n')
}

function cellsOf(fact: ComparedFact, comparison: Comparison, language: Language): readonly string[] {
  const places = [placeText(fact.left, comparison.left?.session), placeText(fact.right, comparison.right.session)]
  return [
    factName(fact, language),
    sideText(fact, 'left', language),
    sideText(fact, 'right', language),
    differenceText(fact, language),
    places.map((place) => (place === '' ? '–' : place)).join(' · '),
  ].map(cell)
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
