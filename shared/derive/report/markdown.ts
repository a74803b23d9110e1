import { reportText } from '../../messages/report'
import { stateWord } from './page/inline'
import type { Block, Content, Inline, Quote, ReportDocument, TableBlock } from './types'

/** The report as Markdown for a ticket: the same parts without drawings. Captured text is escaped or fenced. */
export function reportMarkdown(document: ReportDocument): string {
  const { language, cover } = document
  const say = (content: Content): string => inlineText(content, language)
  const parts: string[] = [`# ${escapeMarkdown(document.title)}`]
  if (cover) {
    parts.push(cover.facts.map(([label, value]) => `- ${escapeMarkdown(label)}: ${say(value)}`).join('\n'))
    if (cover.note !== '')
      parts.push(
        cover.note
          .split('\n')
          .map((line) => `> ${escapeMarkdown(line)}`)
          .join('\n'),
      )
  }
  for (const section of document.sections) {
    const [first] = section.blocks
    if (!(first?.kind === 'heading' && first.level === 2)) parts.push(`## ${escapeMarkdown(section.title)}`)
    for (const block of section.blocks) parts.push(blockText(block, document))
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function blockText(block: Block, document: ReportDocument): string {
  const { language } = document
  const say = (content: Content): string => inlineText(content, language)
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${say(block.text)}${block.note === undefined ? '' : ` (${escapeMarkdown(block.note)})`}`
    case 'text':
      return say(block.content)
    case 'facts':
      return block.rows.map(([label, value]) => `- ${escapeMarkdown(label)}: ${say(value)}`).join('\n')
    case 'table':
      return tableText(block, document)
    case 'steps':
      return block.steps
        .map(
          ({ content, command }, i) =>
            `${i + 1}. ${say(content)}${command === undefined ? '' : ` ${codeText(command)}`}`,
        )
        .join('\n')
    case 'list':
      return block.items.map((item) => `- ${say(item)}`).join('\n')
    case 'drawing':
      return say(block.caption)
    case 'quotes':
      return block.quotes.map((quote) => quoteText(quote, document)).join('\n\n')
    case 'figures':
      return block.figures.map(({ value, label }) => `**${escapeMarkdown(value)}** ${escapeMarkdown(label)}`).join(', ')
    case 'group':
      return block.blocks.map((one) => blockText(one, document)).join('\n\n')
  }
}

function tableText({ columns, rows }: TableBlock, { language }: ReportDocument): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`
  return [
    line(columns.map(({ title }) => escapeMarkdown(title))),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map((cells) => line(cells.map((cell) => inlineText(cell, language)))),
  ].join('\n')
}

function quoteText({ name, lines, more }: Quote, { language }: ReportDocument): string {
  const width = Math.max(1, ...lines.map(({ number }) => String(number).length))
  const body = lines.map(
    ({ number, text, hit }) =>
      `${hit ? '>' : ' '} ${String(number).padStart(width)}  ${harmless(text ?? reportText(language, 'word.gone'))}`,
  )
  const longest = Math.max(2, ...body.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)))
  const fence = '`'.repeat(longest + 1)
  const rest = more > 0 ? `\n\n${escapeMarkdown(reportText(language, 'word.moreLines', { n: more }))}` : ''
  return `${name === '' ? '' : `${escapeMarkdown(name)}\n\n`}${[`${fence}text`, ...body, fence].join('\n')}${rest}`
}

function inlineText(content: Content, language: ReportDocument['language']): string {
  return typeof content === 'string'
    ? escapeMarkdown(content)
    : content
        .map((part) => partText(part, language))
        .join('')
        .replaceAll(/ {2,}/g, ' ')
        .trim()
}

function partText(part: Inline, language: ReportDocument['language']): string {
  if (typeof part === 'string') return escapeMarkdown(part)
  switch (part.kind) {
    case 'code':
      return codeText(part.text)
    case 'strong':
      return `**${escapeMarkdown(part.text)}**`
    case 'fine':
    case 'quiet':
      return escapeMarkdown(part.text)
    case 'mark':
      return `${escapeMarkdown(part.text)}.`
    case 'state':
      return part.text === '' ? `${stateWord(part.state, language)}:` : escapeMarkdown(part.text)
    case 'link':
      return escapeMarkdown(part.text)
    case 'page':
      return ''
    case 'address':
      return escapeMarkdown(part.text)
  }
}

/** Back-ticks inside code need a longer fence; a table cell also ends at a bar. */
function codeText(text: string): string {
  const plain = harmless(text).replaceAll('\n', ' ').replaceAll('|', '\\|')
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${plain} ${fence}` : `${fence}${plain}${fence}`
}

/** Every character with a meaning in Markdown or HTML gets a backslash or an entity. */
function escapeMarkdown(text: string): string {
  return harmless(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|~#!]/g, '\\$&')
    .replaceAll('\n', ' ')
}

/** Without control characters, and without those that turn the direction of text. */
function harmless(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
