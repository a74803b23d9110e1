import type { Finding } from '../../../model/finding'
import { remedyStep } from '../../findings-text'
import { findingAnchor, type ReportContext } from '../context'
import { code, quiet, severityState, state, strong, whereText } from '../support/format'
import { quotesOf } from '../support/quotes'
import type { Block, Content, Inline, Quote, ReportSection } from '../types'
import { findingNote, notesBlocks } from './notes'

/** Every finding with its evidence, cost and remedy; muted ones by name and reason at the end. */
export function findingsPart(context: ReportContext): readonly ReportSection[] {
  const { findings, muted, session, t } = context
  const nothing =
    findings.length > 0
      ? []
      : [
          {
            kind: 'text',
            content: session.outcomes.some(({ outcome }) => outcome === 'passed')
              ? t('findings.none')
              : t('verdict.noNode'),
          } as const,
        ]
  return [
    {
      part: 'findings',
      id: 'findings',
      title: t('findings.title'),
      running: t('findings.title'),
      landscape: false,
      blocks: [
        { kind: 'heading', level: 2, text: t('findings.title'), note: t('findings.count', { n: findings.length }) },
        ...nothing,
        ...findings.flatMap((finding) => findingBlocks(context, finding)),
        ...notesBlocks(context),
        ...mutedBlocks(context, muted),
      ],
    },
  ]
}

function findingBlocks(context: ReportContext, finding: Finding): readonly Block[] {
  const { t, ui } = context
  const { title, detail, cost, remedy, references } = context.text(finding)
  const number = context.number(finding) ?? 0
  const where = whereText(context, finding)
  const severity = ui(
    finding.severity === 'error' ? 'word.error' : finding.severity === 'warning' ? 'word.warning' : 'word.info',
  )
  const head: Block = {
    kind: 'heading',
    level: 3,
    id: findingAnchor(number),
    text: [{ kind: 'mark', text: String(number) }, ' ', state(severityState[finding.severity], ''), ' ', title],
    note: finding.rule,
  }
  const said: readonly Block[] = [
    head,
    { kind: 'text', style: 'note', content: [severity, ...(where === '' ? [] : [' · ', where])] },
    ...(detail === '' ? [] : [{ kind: 'text', content: detail } as const]),
    ...findingNote(context, finding.id),
  ]
  const advice: readonly Block[] = [
    ...(cost === undefined ? [] : [{ kind: 'text', content: [strong(t('findings.cost')), ' ', cost] } as const]),
    ...(remedy.length === 0
      ? []
      : [
          { kind: 'text', content: [strong(t('findings.remedy'))] } as const,
          { kind: 'steps', steps: remedy.map(step) } as const,
        ]),
  ]
  const quotes = quotesOf(context, finding)
  const proof: Proof = quotes.length > 0 ? quotes : { kind: 'text', style: 'note', content: ui('findings.noEvidence') }
  return onPages(said, proof, advice, [...foldBlocks(context, finding.folds), ...referenceBlocks(references)])
}

/** Quotes, or what is said where there are none. */
type Proof = readonly Quote[] | Block

/** Quoted lines up to which a finding stays on one page, and up to which its first quote stays with what is said of it. */
const WHOLE_LINES = 12
const FIRST_LINES = 16

/**
 * What stays on one page: a short finding as a whole; of a longer one the heading with the first proof, the cost with the remedy,
 * and what follows from it with the addresses. So no heading ends a page, and no address begins one.
 */
function onPages(
  said: readonly Block[],
  proof: Proof,
  advice: readonly Block[],
  rest: readonly Block[],
): readonly Block[] {
  const group = (...blocks: readonly Block[]): readonly Block[] =>
    blocks.length === 0 ? [] : [{ kind: 'group', blocks }]
  if ('kind' in proof) return group(...said, proof, ...advice, ...rest)
  const lines = proof.reduce((sum, quote) => sum + quote.lines.length, 0)
  if (lines <= WHOLE_LINES) return group(...said, { kind: 'quotes', quotes: proof }, ...advice, ...rest)
  const near = (proof[0]?.lines.length ?? 0) <= FIRST_LINES ? 1 : 0
  const quoted = (quotes: readonly Quote[]): readonly Block[] =>
    quotes.length === 0 ? [] : [{ kind: 'quotes', quotes }]
  // Addresses alone go with the remedy; behind what it explains, with that.
  const own = rest.length === 1 ? rest : []
  return [
    ...group(...said, ...quoted(proof.slice(0, near))),
    ...quoted(proof.slice(near)),
    ...group(...advice, ...own),
    ...group(...(own.length > 0 ? [] : rest)),
  ]
}

function referenceBlocks(references: readonly string[]): readonly Block[] {
  if (references.length === 0) return []
  return [
    {
      kind: 'text',
      style: 'note',
      content: references.flatMap((text, i): readonly Inline[] => [
        ...(i > 0 ? ['  '] : []),
        { kind: 'address', text },
      ]),
    },
  ]
}

function step(text: string): { readonly content: Content; readonly command?: string } {
  const { parts, command } = remedyStep(text)
  return { content: parts.map(({ kind, text: words }): Inline => (kind === 'code' ? code(words) : words)), command }
}

/** What the finding explains, each in a line with where it stands. */
function foldBlocks(context: ReportContext, folds: readonly Finding[]): readonly Block[] {
  if (folds.length === 0) return []
  return [
    { kind: 'text', content: [strong(context.t('findings.explains'))] },
    { kind: 'list', items: folds.map((fold) => foldLine(context, fold)) },
  ]
}

function foldLine(context: ReportContext, fold: Finding): Content {
  const [first] = fold.evidence
  const place = first ? `${context.documentName(first.document)}:${first.line}` : ''
  return [context.text(fold).title, '  ', quiet([fold.rule, place].filter((part) => part !== '').join(' · '))]
}

function mutedBlocks(context: ReportContext, muted: readonly Finding[]): readonly Block[] {
  if (muted.length === 0) return []
  const { options, t } = context
  const reasons = new Map(options.mutes.map(({ finding, reason }) => [finding, reason]))
  return [
    { kind: 'heading', level: 3, text: t('findings.muted') },
    {
      kind: 'table',
      label: t('findings.muted'),
      columns: [
        { title: t('findings.finding') },
        { title: t('findings.where'), width: 25 },
        { title: t('findings.reason'), width: 30 },
      ],
      rows: muted.map((finding) => [
        context.text(finding).title,
        whereText(context, finding),
        reasons.get(finding.id) ?? '',
      ]),
    },
  ]
}
