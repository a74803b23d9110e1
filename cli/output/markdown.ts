import type { Finding } from '@shared/model/finding'
import type { Session } from '@shared/model/session'
import { findingText, type Language } from '@shared/messages'
import { reportText } from '@shared/messages/report'
import type { ReadEvidence } from './evidence'
import type { NoteRow } from './notes'
import { countsText, gaps, nodeLines, nodesOf, nothingKnown, problemRows, runCells } from './summary'
import { harmless } from './terminal'
import { sayIn, type Say } from './texts'

/** The session as Markdown for a ticket. Captured text is escaped or fenced: it is data, never markup. */
export function sessionMarkdown(
  session: Session,
  language: Language,
  evidence: ReadEvidence,
  notes: readonly NoteRow[] = [],
): string {
  const say = sayIn(language)
  const parts = [
    `# Lanescope: ${countsText(session.findings, say)}`,
    nothingKnown(session) ? say('nothingKnown') : '',
    nodesPart(session, say),
    runsPart(session, say),
    ...(session.findings.length > 0 ? [`## ${say('findings')}`] : []),
    ...session.findings.map((finding) => findingPart(finding, session, language, say, evidence)),
    notesPart(notes, language),
    problemsPart(session, say),
    gapsPart(session, say),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function nodesPart(session: Session, say: Say): string {
  const lines = nodeLines(session, say).map(({ name, product, cells }) =>
    [
      `- **${escapeMarkdown(name)}**`,
      escapeMarkdown([product, ...cells].filter((cell) => cell !== '').join('; ')),
    ].join(' '),
  )
  return lines.length === 0 ? '' : [`## ${say('nodes')}`, '', ...lines].join('\n')
}

function runsPart(session: Session, say: Say): string {
  if (session.runs.length === 0) return ''
  const rows = session.runs.map((run) => `| ${runCells(run, session, say).map(escapeMarkdown).join(' | ')} |`)
  return [`## ${say('runs')}`, '', '| | | | GB/s | | |', '|---|---|---|---|---|---|', ...rows].join('\n')
}

function findingPart(finding: Finding, session: Session, language: Language, say: Say, read: ReadEvidence): string {
  const { title, detail, cost, remedy, references } = findingText(finding, language)
  const lines = [`### ${say(finding.severity)}: ${escapeMarkdown(title)}`, '', `\`${finding.rule}\``]
  const nodes = nodesOf(finding, session, say)
  if (nodes !== undefined) lines.push('', `**${say('nodes')}**: ${escapeMarkdown(nodes)}`)
  if (detail !== '') lines.push('', escapeMarkdown(detail))
  for (const source of finding.evidence.slice(0, 5)) lines.push('', ...quote(read(source)))
  if (cost !== undefined) lines.push('', `**${say('cost')}**: ${escapeMarkdown(cost)}`)
  if (remedy.length > 0)
    lines.push('', `**${say('fix')}**:`, '', ...remedy.map((step, i) => `${i + 1}. ${escapeOutsideCode(step)}`))
  const folds = [...new Set(finding.folds.map(({ rule }) => rule))]
  if (folds.length > 0) lines.push('', `${say('explains')}: ${folds.map((rule) => `\`${rule}\``).join(', ')}`)
  if (references.length > 0) lines.push('', ...references.map((reference) => `- ${escapeMarkdown(reference)}`))
  return lines.join('\n')
}

function quote({ name, line, endLine, text }: ReturnType<ReadEvidence>): readonly string[] {
  const range = endLine > line ? `${line}-${endLine}` : String(line)
  const shown = text.split('\n').slice(0, 12).map(harmless)
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  const head = `${escapeMarkdown(name)}:${range}`
  return text === '' ? [head] : [head, '', `${fence}text`, ...shown, fence]
}

function notesPart(notes: readonly NoteRow[], language: Language): string {
  if (notes.length === 0) return ''
  const items = notes.map(({ where, text }) => {
    // A line of a note stays one: two blanks at the end break it.
    const said = text.split('\n').map(escapeMarkdown).join('  \n  ')
    return where === undefined ? `- ${said}` : `- **${escapeMarkdown(where)}**: ${said}`
  })
  return [`## ${reportText(language, 'notes.title')}`, '', ...items].join('\n')
}

function problemsPart(session: Session, say: Say): string {
  const rows = problemRows(session).map(({ name, message }) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(message)}`)
  return rows.length === 0 ? '' : [`## ${say('documentProblems')}`, '', ...rows].join('\n')
}

function gapsPart(session: Session, say: Say): string {
  const rows = gaps(session).map((step) => {
    const command = step.command.replaceAll('`', "'")
    return `- \`${command}\`${step.when === undefined ? '' : ` (${step.when})`}: ${step.rules.join(', ')}`
  })
  return rows.length === 0 ? '' : [`## ${say('notChecked')}`, '', `${say('notCheckedWhy')}:`, '', ...rows].join('\n')
}

/** Every character with a meaning in Markdown or HTML gets a backslash or an entity. */
export function escapeMarkdown(text: string): string {
  return harmless(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|~#]/g, '\\$&')
    .replaceAll('\n', ' ')
}

/** Remedies mark commands with back-ticks; what stands between them is shown as it is. */
export function escapeOutsideCode(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') && part.endsWith('`') && part.length > 1 ? harmless(part) : escapeMarkdown(part),
    )
    .join('')
}
