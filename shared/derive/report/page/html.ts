import { escapeXml } from '../../link-layout'
import { reportText } from '../../../messages/report'
import type { Paper, ReportCover, ReportDocument, ReportSection } from '../types'
import { blockHtml } from './blocks'
import { logoSvg } from './icons'
import { contentHtml, type InlineOptions } from './inline'
import { pagedStyle } from './paged'
import { reportStyle, screenStyle } from './style'

export interface PageOptions {
  readonly paper: Paper
  /** Pages of anchors, from a first printing; undefined where nothing is printed. */
  readonly pages?: ReadonlyMap<string, number>
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"

/** The whole report as one HTML page without scripts or anything from outside, for paper and for browsers. */
export function reportPage(document: ReportDocument, { paper, pages }: PageOptions): string {
  return upright(`<!doctype html>
<html lang="${htmlLanguage(document)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="Lanescope">
<title>${escapeXml(document.title)}</title>
<style>${reportStyle}${screenStyle}${pagedStyle(document, paper)}</style>
</head>
<body>
${reportBody(document, pages)}
</body>
</html>
`)
}

/** Characters that turn the direction of text make a line look like another one. */
function upright(markup: string): string {
  return markup.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

/** The report without the page around it: the window shows it in a corner of its own. */
export function reportBody(document: ReportDocument, pages?: ReadonlyMap<string, number>): string {
  const options: InlineOptions = { language: document.language, pages }
  const [first] = document.sections
  return upright(`<main class="report" lang="${htmlLanguage(document)}">
${document.cover ? coverHtml(document, document.cover, options) : ''}
${document.sections.map((section) => sectionHtml(section, options, !document.cover && section === first ? document.title : undefined)).join('\n')}
</main>`)
}

export function htmlLanguage({ language }: Pick<ReportDocument, 'language'>): string {
  return language === 'zh' ? 'zh-Hans' : 'en'
}

function sectionHtml(
  { id, title, landscape, follows, blocks }: ReportSection,
  options: InlineOptions,
  above: string | undefined,
): string {
  const [first] = blocks
  // Every section has a heading: the outline of the PDF is made of them.
  const own = first?.kind === 'heading' && first.level === 2 ? '' : `<h2>${escapeXml(title)}</h2>`
  const head = above === undefined ? '' : `<h1>${escapeXml(above)}</h1>`
  return `<section id="${escapeXml(id)}"${landscape ? ' class="wide"' : follows ? ' class="follows"' : ''}>${head}${landscape ? '' : own}${blocks.map((block) => blockHtml(block, options)).join('')}</section>`
}

function coverHtml(document: ReportDocument, { facts, note, logo }: ReportCover, options: InlineOptions): string {
  const { language, title, sections } = document
  const rows = facts.map(
    ([label, value]) => `<div><dt>${escapeXml(label)}</dt><dd>${contentHtml(value, options)}</dd></div>`,
  )
  const listed = sections.filter(({ unlisted }) => !unlisted)
  const contents = listed.map((section) => {
    const to = escapeXml(section.id)
    const page = contentHtml([{ kind: 'page', to: section.id }], options)
    const inside = section.part === 'machines' && section.id !== 'machines'
    return `<li${inside ? ' class="in"' : ''}><a href="#${to}">${escapeXml(section.title)}</a>${page}</li>`
  })
  const mark =
    logo !== undefined && /^data:image\/(?:png|jpeg|svg\+xml|webp);base64,[A-Za-z0-9+/=]+$/.test(logo)
      ? `<img class="logo" alt="" src="${logo}">`
      : logoSvg
  return `<section class="cover">${mark}<h1>${escapeXml(title)}</h1><dl class="facts c1">${rows.join('')}</dl>${note === '' ? '' : `<p class="said">${escapeXml(note)}</p>`}<nav class="contents" aria-label="${escapeXml(reportText(language, 'contents'))}"><h2>${escapeXml(reportText(language, 'contents'))}</h2><ul>${contents.join('')}</ul></nav></section>`
}
