import type { Finding } from '@shared/model/finding'
import type { Session } from '@shared/model/session'
import { findingText, type Language } from '@shared/messages'
import { reportText } from '@shared/messages/report'
import type { ReadEvidence } from './evidence'
import type { NoteRow } from './notes'
import { countsText, gaps, nodeLines, nodesOf, nothingKnown, problemRows, runCells, stepText } from './summary'
import { cut, harmless, painter, table, wrap, type Paint } from './terminal'
import { sayIn, type Say } from './texts'

export interface TextOptions {
  readonly language: Language
  readonly colour: boolean
  /** Width of the terminal; 100 columns where there is none. */
  readonly columns?: number
  readonly evidence: ReadEvidence
  /** Those of the case that was read. */
  readonly notes?: readonly NoteRow[]
}

/** Places of evidence that are quoted per finding; all of them stand in --json. */
const MOST_PLACES = 3
const MOST_QUOTED = 6
const MOST_PROBLEMS = 12
const MOST_STEPS = 10

/** The readable summary: nodes, runs, findings with the lines that prove them, and what to capture next. */
export function sessionText(session: Session, options: TextOptions): string {
  const say = sayIn(options.language)
  const paint = painter(options.colour)
  const columns = Math.min(options.columns ?? 100, 160)
  const page: Page = { say, paint, columns, language: options.language, evidence: options.evidence, said: new Set() }
  const parts = [
    nodesPart(session, page),
    runsPart(session, page),
    problemsPart(session, page),
    ...session.findings.map((finding) => findingPart(finding, session, page)),
    notesPart(options.notes ?? [], page),
    gapsPart(session, page),
    lastPart(session, page),
  ]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

interface Page {
  readonly say: Say
  readonly paint: Paint
  readonly columns: number
  readonly language: Language
  readonly evidence: ReadEvidence
  /** Rules whose remedy stands above: five misspelt variables do not tell five times what to do. */
  readonly said: Set<string>
}

function nodesPart(session: Session, { say, paint, columns }: Page): string[] {
  const lines = nodeLines(session, say)
  const width = Math.max(0, ...lines.map(({ name }) => name.length)) + 2
  return lines.flatMap(({ name, product, cells }) => {
    const head = `${paint('bold', harmless(name))}${' '.repeat(Math.max(2, width - name.length))}${harmless(product)}`
    return [head.trimEnd(), ...wrap(harmless(cells.join('   ')), columns, ' '.repeat(width))]
  })
}

function runsPart(session: Session, { say, columns }: Page): string[] {
  if (session.runs.length === 0) return []
  return table(session.runs.map((run) => runCells(run, session, say))).map((line) => cut(harmless(line), columns))
}

function problemsPart(session: Session, { say, paint, columns }: Page): string[] {
  const rows = problemRows(session)
  if (rows.length === 0) return []
  const shown = rows.slice(0, MOST_PROBLEMS)
  const rest = rows.length - shown.length
  return [
    `${say('documentProblems')}:`,
    ...shown.map(({ name, message }) => cut(`  ${harmless(name)}: ${harmless(message)}`, columns)),
    ...(rest > 0 ? [paint('dim', `  ... + ${rest}`)] : []),
  ]
}

function findingPart(finding: Finding, session: Session, page: Page): string[] {
  const { say, paint, columns, language } = page
  const { title, detail, cost, remedy, references } = findingText(finding, language)
  const tone = finding.severity
  const head = `${say(tone)}[${finding.rule}]`
  const [first = '', ...more] = wrap(`${head} ${harmless(title)}`, columns, '    ', '')
  const lines = [
    paint(tone, head) + paint('bold', first.slice(head.length)),
    ...more.map((line) => paint('bold', line)),
  ]
  const shown = finding.evidence.slice(0, MOST_PLACES)
  for (const source of shown) lines.push(...quote(page.evidence(source), page))
  const rest = finding.evidence.length - shown.length
  if (rest > 0) lines.push(paint('dim', `   ${say('moreEvidence', { n: rest })}`))
  const indent = '   '
  const nodes = nodesOf(finding, session, say)
  if (nodes !== undefined) lines.push(...labelled(say('nodes'), harmless(nodes), columns, indent))
  if (detail !== '') lines.push(...wrap(harmless(detail), columns, indent))
  if (cost !== undefined) lines.push(...labelled(say('cost'), harmless(cost), columns, indent))
  const advice = [finding.rule, ...remedy, ...references].join('\n')
  const again = page.said.has(advice)
  page.said.add(advice)
  if (again) lines.push(paint('dim', `${indent}${say('fixAbove')}`))
  else if (remedy.length === 1) lines.push(...labelled(say('fix'), harmless(remedy[0] ?? ''), columns, indent))
  else if (remedy.length > 1) {
    lines.push(`${indent}${say('fix')}:`)
    remedy.forEach((step, i) => lines.push(...wrap(harmless(step), columns, `${indent}   `, `${indent}${i + 1}. `)))
  }
  for (const reference of again ? [] : references) lines.push(paint('dim', `${indent}${say('see')}: ${reference}`))
  const folds = [...new Set(finding.folds.map(({ rule }) => rule))]
  if (folds.length > 0) lines.push(...labelled(say('explains'), folds.join(', '), columns, indent))
  return lines
}

function labelled(label: string, text: string, columns: number, indent: string): string[] {
  return wrap(`${label}: ${text}`, columns, indent)
}

/** `--> name:line` and the lines with their numbers, as a compiler does. */
function quote(evidence: ReturnType<ReadEvidence>, { say, paint, columns }: Page): string[] {
  const lines = evidence.text === '' ? [] : evidence.text.split('\n')
  const total = evidence.endLine - evidence.line + 1
  const shown = lines.slice(0, total > MOST_QUOTED ? MOST_QUOTED - 1 : MOST_QUOTED)
  const gutter = String(evidence.line + Math.max(0, shown.length - 1)).length
  const range = evidence.endLine > evidence.line ? `${evidence.line}-${evidence.endLine}` : String(evidence.line)
  const quoted = shown.map((text, i) => {
    const number = String(evidence.line + i).padStart(gutter)
    return `${paint('dim', `   ${number} |`)} ${cut(harmless(text), Math.max(20, columns - gutter - 6))}`
  })
  const more = total - shown.length
  if (lines.length > 0 && more > 0)
    quoted.push(paint('dim', `   ${' '.repeat(gutter)} | ... ${say('moreLines', { n: more })}`))
  return [`  ${paint('dim', '-->')} ${harmless(evidence.name)}:${range}`, ...quoted]
}

function notesPart(notes: readonly NoteRow[], { columns, language }: Page): string[] {
  if (notes.length === 0) return []
  return [
    `${reportText(language, 'notes.title')}:`,
    ...notes.flatMap(({ where, text }) =>
      `${where === undefined ? '' : `${where}: `}${text}`
        .split('\n')
        .flatMap((line, i) => wrap(harmless(line), columns, '    ', i === 0 ? '  ' : '    ')),
    ),
  ]
}

function gapsPart(session: Session, { say, columns }: Page): string[] {
  const steps = gaps(session)
  if (steps.length === 0) return []
  const shown = steps.slice(0, MOST_STEPS)
  const rows = shown.map((step) => [
    `  ${stepText(step)}`,
    say(step.rules.length === 1 ? 'rule1' : 'rules', { n: step.rules.length }),
  ])
  const rest = steps.length - shown.length
  return [
    `${say('notChecked')} (${say('notCheckedWhy')}):`,
    ...table(rows).map((line) => cut(line, columns)),
    ...(rest > 0 ? [`  ${say('moreSteps', { n: rest })}`] : []),
  ]
}

function lastPart(session: Session, { say, paint }: Page): string[] {
  if (nothingKnown(session)) return [say('nothingKnown')]
  const worst = session.findings[0]?.severity
  return [paint(worst ?? 'good', countsText(session.findings, say))]
}
