import { deriveLinkGraph } from '@shared/derive/link-graph'
import { escapeXml, layoutLinks, layoutToSvg, layoutWords } from '@shared/derive/link-layout'
import { remedyStep } from '@shared/derive/findings-text'
import { findingText, type Language } from '@shared/messages'
import type { Finding } from '@shared/model/finding'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import type { ReadEvidence } from './evidence'
import { reportStyle } from './html-style'
import { countsText, gaps, nodeLines, problemRows, runCells } from './summary'
import { harmless } from './terminal'
import { sayIn, type Say } from './texts'

/** Nodes whose links are drawn; a fleet has its odd ones first. */
const MOST_DRAWN = 12

/**
 * The session as one HTML page without scripts or outside resources, for a browser, a printer or a PDF. Captured text is
 * escaped, and the page forbids everything but its own style.
 */
export function sessionHtml(session: Session, language: Language, evidence: ReadEvidence): string {
  const say = sayIn(language)
  const title = `Lanescope: ${countsText(session.findings, say)}`
  const body = [
    `<h1>${escapeXml(title)}</h1>`,
    nodesPart(session, language, say),
    runsPart(session, say),
    findingsPart(session, language, say, evidence),
    gapsPart(session, say),
    problemsPart(session, say),
    documentsPart(session, say),
  ]
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
${body.filter((part) => part !== '').join('\n')}
</body>
</html>
`
}

function nodesPart(session: Session, language: Language, say: Say): string {
  if (session.nodes.length === 0) return ''
  const lines = nodeLines(session, say)
  const rows = lines.map(({ name, product, cells }) =>
    row([strong(name), escapeXml(product), escapeXml(cells.join('  ·  '))]),
  )
  const drawings = session.nodes.slice(0, MOST_DRAWN).map((node) => drawing(node, session, language))
  return section(say('nodes'), `<table>${rows.join('')}</table>${drawings.join('')}`)
}

function drawing(node: Node, session: Session, language: Language): string {
  if (node.gpus.length === 0) return ''
  const graph = deriveLinkGraph(node, { findings: session.findings, outcomes: session.outcomes })
  const layout = layoutLinks(graph, { words: layoutWords(language) })
  return `<figure><figcaption>${escapeXml(node.name)}</figcaption>${layoutToSvg(layout, { theme: 'light' })}</figure>`
}

function runsPart(session: Session, say: Say): string {
  if (session.runs.length === 0) return ''
  const rows = session.runs.map((run) => row(runCells(run, session, say).map(escapeXml)))
  return section(say('runs'), `<table>${rows.join('')}</table>`)
}

function findingsPart(session: Session, language: Language, say: Say, evidence: ReadEvidence): string {
  if (session.findings.length === 0) return ''
  return section(
    say('findings'),
    session.findings.map((finding) => findingPart(finding, language, say, evidence)).join('\n'),
  )
}

function findingPart(finding: Finding, language: Language, say: Say, read: ReadEvidence): string {
  const { title, detail, cost, remedy, references } = findingText(finding, language)
  const folds = [...new Set(finding.folds.map(({ rule }) => rule))]
  const steps = remedy.map((step) => `<li>${remedyHtml(step)}</li>`)
  const parts = [
    `<h3><span class="state ${finding.severity}">${say(finding.severity)}</span> ${escapeXml(title)}</h3>`,
    `<p class="rule">${escapeXml(finding.rule)}</p>`,
    detail === '' ? '' : `<p>${escapeXml(detail)}</p>`,
    ...finding.evidence.slice(0, 8).map((source) => quote(read(source))),
    cost === undefined ? '' : `<p><b>${say('cost')}</b>: ${escapeXml(cost)}</p>`,
    steps.length === 0 ? '' : `<p><b>${say('fix')}</b>:</p><ol>${steps.join('')}</ol>`,
    folds.length === 0 ? '' : `<p>${say('explains')}: ${escapeXml(folds.join(', '))}</p>`,
    references.length === 0 ? '' : `<p class="rule">${references.map(escapeXml).join('<br>')}</p>`,
  ]
  return `<article>${parts.filter((part) => part !== '').join('\n')}</article>`
}

function remedyHtml(step: string): string {
  const { parts, command } = remedyStep(step)
  const text = parts.map(({ kind, text: words }) =>
    kind === 'code' ? `<code>${escapeXml(words)}</code>` : escapeXml(words),
  )
  return text.join('') + (command === undefined ? '' : `<pre>${escapeXml(command)}</pre>`)
}

function quote({ name, line, endLine, text }: ReturnType<ReadEvidence>): string {
  const range = endLine > line ? `${line}-${endLine}` : String(line)
  const lines = text === '' ? [] : text.split('\n').slice(0, 12)
  const numbered = lines.map((one, i) => `<i>${line + i}</i> ${escapeXml(harmless(one))}`)
  return `<p class="where">${escapeXml(name)}:${range}</p>${numbered.length === 0 ? '' : `<pre>${numbered.join('\n')}</pre>`}`
}

function gapsPart(session: Session, say: Say): string {
  const rows = gaps(session).map(({ capture, rules }) =>
    row([`<code>${escapeXml(capture)}</code>`, escapeXml(rules.join(', '))]),
  )
  if (rows.length === 0) return ''
  return section(say('notChecked'), `<p>${say('notCheckedWhy')}:</p><table>${rows.join('')}</table>`)
}

function problemsPart(session: Session, say: Say): string {
  const rows = problemRows(session).map(({ name, message }) => row([escapeXml(name), escapeXml(message)]))
  return rows.length === 0 ? '' : section(say('documentProblems'), `<table>${rows.join('')}</table>`)
}

/** Checksums tie the report to the very files that were sent. */
function documentsPart(session: Session, say: Say): string {
  const rows = session.documents.map(({ name, bytes, lines, sha256 }) =>
    row([escapeXml(name), `${bytes} B`, String(lines), `<code>${sha256}</code>`]),
  )
  return section(say('documents'), `<table class="small">${rows.join('')}</table>`)
}

function section(title: string, content: string): string {
  return `<section><h2>${escapeXml(title)}</h2>\n${content}</section>`
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

function strong(text: string): string {
  return `<b>${escapeXml(text)}</b>`
}
