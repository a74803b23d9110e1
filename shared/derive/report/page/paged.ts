import type { Paper, ReportDocument, ReportSection } from '../types'
import { reportText } from '../../../messages/report'
import { uiFont } from '../../link-layout'
import { paper } from './paper-palette'

/** Width of the text on an upright page, mm; drawings are made for it on both papers. */
const TEXT = 180
const TOP = 22
const BOTTOM = 19

/** Width and height of the paper, mm. */
export const paperSizes: Readonly<Record<Paper, readonly [width: number, height: number]>> = {
  a4: [210, 297],
  letter: [215.9, 279.4],
}

/** Text area of a page, mm. */
export function textArea(
  kind: Paper,
  landscape: boolean,
): { readonly width: number; readonly height: number; readonly side: number } {
  const [width, height] = paperSizes[kind]
  const side = (width - TEXT) / 2
  return landscape
    ? { width: height - 2 * side, height: width - TOP - BOTTOM, side }
    : { width: TEXT, height: height - TOP - BOTTOM, side }
}

/** Sections that share their pages: the first, and those that follow on it. */
interface Stretch {
  readonly first: ReportSection
  readonly sections: readonly ReportSection[]
}

function stretches(document: ReportDocument): readonly Stretch[] {
  const found: { first: ReportSection; sections: ReportSection[] }[] = []
  for (const section of document.sections) {
    const last = found.at(-1)
    if (last && section.follows) last.sections.push(section)
    else found.push({ first: section, sections: [section] })
  }
  return found
}

/** The right-hand running head of each section, by id: those that share pages share it. */
export function runningHeads(document: ReportDocument): ReadonlyMap<string, string> {
  return new Map(
    stretches(document).flatMap(({ sections }) => {
      const words = [...new Set(sections.map(({ running }) => running))].join(' · ')
      return sections.map(({ id }) => [id, words] as const)
    }),
  )
}

/** Sizes, running heads and page numbers: one named page per section, since CSS has no other way to a running head here. */
export function pagedStyle(document: ReportDocument, kind: Paper): string {
  const { language, title, foot } = document
  const [before = '', between = '', after = ''] = reportText(language, 'page.number', {
    page: '\u0001',
    pages: '\u0001',
  }).split('\u0001')
  const number = `${cssString(before)} counter(page) ${cssString(between)} counter(pages) ${cssString(after)}`
  const font = `font: 7.5pt/10pt ${uiFont}; color: ${paper.text3};`
  const head = `${font} vertical-align: bottom; padding-bottom: 3pt; margin-bottom: 5mm; border-bottom: 0.5pt solid ${paper.line2};`
  const tail = `${font} vertical-align: top; padding-top: 3pt; margin-top: 4mm; border-top: 0.5pt solid ${paper.line2};`
  const size = (landscape: boolean): string => {
    const [width, height] = paperSizes[kind]
    const { side } = textArea(kind, landscape)
    return `size: ${landscape ? `${height}mm ${width}mm` : `${width}mm ${height}mm`}; margin: ${TOP}mm ${side}mm ${BOTTOM}mm;`
  }
  const heads = runningHeads(document)
  const rules = [
    `@page { ${size(false)}
  @top-left { ${head} content: ${cssString(cut(title, 70))}; text-align: left; }
  @top-right { ${head} content: ''; text-align: right; }
  @bottom-left { ${tail} content: ${cssString(foot.tool)}; text-align: left; width: ${foot.redaction === '' ? 50 : 28}%; }
${foot.redaction === '' ? '' : `  @bottom-center { ${tail} content: ${cssString(cut(foot.redaction, 96))}; text-align: center; width: 52%; }`}
  @bottom-right { ${tail} content: ${number}; text-align: right; width: ${foot.redaction === '' ? 50 : 20}%; }
}`,
    // The cover has a title of its own and carries no head.
    `@page cover { @top-left { content: ''; border: 0; } @top-right { content: ''; border: 0; } }`,
    ...stretches(document).map(
      ({ first }) =>
        `@page p-${first.id} { ${first.landscape ? size(true) : ''} @top-right { content: ${cssString(cut(heads.get(first.id) ?? '', 50))}; } }`,
    ),
    '.report > section { break-before: page; } .report > section:first-child { break-before: auto; }',
    `.report > .cover { page: cover; min-height: ${textArea(kind, false).height - 2}mm; }`,
    ...stretches(document).flatMap(({ first, sections }) =>
      sections.map(({ id }) => `#${id} { page: p-${first.id}; }`),
    ),
    '.report > section.follows { break-before: auto; margin-top: 22pt; }',
    // A drawing with its legend and caption must fit on the page.
    `.report figure > svg { max-height: ${textArea(kind, false).height - 45}mm; }`,
    `.report > section.wide figure > svg { max-height: ${textArea(kind, true).height - 34}mm; width: auto; max-width: 100%; }`,
    // Two of them with the heading above and the caption below.
    `.report > section.wide figure.half > svg { max-height: ${(textArea(kind, true).height - 26) / 2}mm; }`,
  ]
  return `@media print {\n${rules.join('\n')}\n}`
}

/** Any text as a CSS string: whatever is not a plain letter, digit or blank is escaped by its number. */
export function cssString(text: string): string {
  let out = ''
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const plain = /^[A-Za-z0-9 ]$/.test(character) || (point > 0x2e7f && point < 0xd800)
    out += plain
      ? character
      : point === 0 || (point >= 0xd800 && point < 0xe000)
        ? '\\fffd '
        : `\\${point.toString(16)} `
  }
  return `"${out}"`
}

function cut(text: string, most: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ')]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}
