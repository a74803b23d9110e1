import { escapeXml, layoutToSvg } from '../../link-layout'
import { strokeStyle } from '../../link-layout/palette'
import { reportText } from '../../../messages/report'
import type { Block, Drawing, Inline, Quote, QuoteLine, TableBlock } from '../types'
import { chartSvg } from './chart-svg'
import { contentHtml, type InlineOptions } from './inline'
import { matrixSvg } from './matrix-svg'
import { paper } from './paper-palette'

export function blockHtml(block: Block, options: InlineOptions): string {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block, options)
    case 'text':
      return `<p${block.style === undefined ? '' : ` class="${block.style}"`}>${contentHtml(block.content, options)}</p>`
    case 'facts': {
      const rows = block.rows.map(
        ([label, value]) => `<div><dt>${escapeXml(label)}</dt><dd>${contentHtml(value, options)}</dd></div>`,
      )
      return `<dl class="facts c${block.columns}">${rows.join('')}</dl>`
    }
    case 'table':
      return tableHtml(block, options)
    case 'steps': {
      const steps = block.steps.map(
        ({ content, command }) =>
          `<li>${contentHtml(content, options)}${command === undefined ? '' : ` <code class="cmd">${escapeXml(command)}</code>`}</li>`,
      )
      return `<ol>${steps.join('')}</ol>`
    }
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${contentHtml(item, options)}</li>`).join('')}</ul>`
    case 'drawing':
      return drawingHtml(block, options)
    case 'quotes':
      return block.quotes.map((quote) => quoteHtml(quote, options)).join('')
    case 'figures': {
      const figures = block.figures.map(({ value, label, state }) => {
        const shown =
          state === undefined
            ? `<b>${escapeXml(value)}</b>`
            : contentHtml([{ kind: 'state', state, text: value }], options)
        return `<li>${shown} <span>${escapeXml(label)}</span></li>`
      })
      return `<ul class="figures">${figures.join('')}</ul>`
    }
    case 'group': {
      const id = block.id === undefined ? '' : ` id="${escapeXml(block.id)}"`
      return `<div class="keep"${id}>${block.blocks.map((one) => blockHtml(one, options)).join('')}</div>`
    }
  }
}

/** Marks, icons and notes stand beside the heading: a bookmark and a screen reader have its words alone. */
function headingHtml({ level, text, id, note }: Extract<Block, { kind: 'heading' }>, options: InlineOptions): string {
  const parts = typeof text === 'string' ? [text] : text
  const words = parts.findIndex((part) => !(part === ' ' || (typeof part !== 'string' && isSign(part))))
  const signs = parts.slice(0, Math.max(0, words)).filter((part) => part !== ' ')
  const anchor = id === undefined ? '' : ` id="${escapeXml(id)}"`
  const after = note === undefined ? '' : `<span class="note">${escapeXml(note)}</span>`
  return `<div class="hd hd${level}"${anchor}>${contentHtml(signs, options)}<h${level}>${contentHtml(parts.slice(Math.max(0, words)), options)}</h${level}>${after === '' ? '' : ` ${after}`}</div>`
}

function isSign(part: Exclude<Inline, string>): boolean {
  return part.kind === 'mark' || (part.kind === 'state' && part.text === '')
}

/** A short table stays on one page. */
const KEPT_ROWS = 12
/** A long list of like things stands closer, so that its tail does not need a page. */
const TIGHT_ROWS = KEPT_ROWS

function tableHtml({ columns, rows, label, dense, narrow }: TableBlock, options: InlineOptions): string {
  const classes = columns.map(({ align, mono }) =>
    [align === 'right' ? 'r' : '', mono ? 'm' : ''].filter(Boolean).join(' '),
  )
  const attribute = (i: number): string => (classes[i] ? ` class="${classes[i]}"` : '')
  const widths = columns.map(({ width }) => `<col${width === undefined ? '' : ` style="width:${width}%"`}>`).join('')
  const head = columns.map(({ title }, i) => `<th scope="col"${attribute(i)}>${escapeXml(title)}</th>`).join('')
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell, i) => `<td${attribute(i)}>${contentHtml(cell, options)}</td>`).join('')}</tr>`,
  )
  const kind = [
    dense ? 'dense' : '',
    narrow ? 'narrow' : '',
    dense && rows.length > TIGHT_ROWS ? 'tight' : '',
    rows.length <= KEPT_ROWS ? 'keep' : '',
  ]
    .filter(Boolean)
    .join(' ')
  return `<table${kind === '' ? '' : ` class="${kind}"`} aria-label="${escapeXml(label)}"><colgroup>${widths}</colgroup><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

function drawingHtml({ drawing, caption, legend }: Drawing, options: InlineOptions): string {
  const svg =
    drawing.of === 'links'
      ? layoutToSvg(drawing.layout, { theme: 'light' })
      : drawing.of === 'matrix'
        ? matrixSvg(drawing.matrix)
        : chartSvg(drawing.chart)
  const below = legend === 'links' ? legendHtml(options) : ''
  const words = contentHtml(caption, options)
  const half = drawing.of === 'matrix' && drawing.matrix.half === true ? ' half' : ''
  return `<figure class="${drawing.of}${half}">${svg}${below}${words === '' ? '' : `<figcaption>${words}</figcaption>`}</figure>`
}

/** The strokes of the drawing in words. */
function legendHtml({ language }: InlineOptions): string {
  const stroke = (state: 'good' | 'degraded' | 'dead' | 'unknown'): string => {
    const { color, width, dash, round } = strokeStyle(state, paper)
    return sample(color, width, dash?.join(' '), round === true)
  }
  const items = [
    [stroke('good'), reportText(language, 'legend.good')],
    [stroke('degraded'), reportText(language, 'legend.degraded')],
    [stroke('dead'), reportText(language, 'legend.dead')],
    [stroke('unknown'), reportText(language, 'legend.unknown')],
    ['<span class="mk">1</span>', reportText(language, 'legend.mark')],
  ] as const
  return `<p class="legend">${items.map(([cue, text]) => `<span>${cue}${escapeXml(text)}</span>`).join('')}</p>`
}

function sample(color: string, width: number, dash: string | undefined, round: boolean): string {
  return `<svg viewBox="0 0 26 8" width="26" height="8" aria-hidden="true"><path d="M1 4H25" fill="none" stroke="${color}" stroke-width="${width}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}${round ? ' stroke-linecap="round"' : ''}/></svg>`
}

/** Lines of a quote that stays on one page; a longer one may go on over the next. */
const KEPT_LINES = 16

function quoteHtml({ name, to, lines, more, state }: Quote, options: InlineOptions): string {
  const { language } = options
  const shown: string[] = []
  lines.forEach((line, i) => {
    const before = lines[i - 1]
    if (before && line.number > before.number + 1) shown.push('<div class="gap">⋮</div>')
    shown.push(lineHtml(line, reportText(language, 'word.gone')))
  })
  const rest =
    more > 0 ? `<div class="gap">${escapeXml(reportText(language, 'word.moreLines', { n: more }))}</div>` : ''
  const where =
    name === ''
      ? ''
      : `<div class="where">${to === undefined ? escapeXml(name) : `<a href="#${escapeXml(to)}">${escapeXml(name)}</a>`}</div>`
  const kind = [
    state,
    ...(lines.length <= KEPT_LINES ? ['keep'] : []),
    ...(lines.some(isNearlyWhole) ? ['fit'] : []),
  ].join(' ')
  return `<div class="quote ${kind}">${where}<div class="lines">${shown.join('')}${rest}</div></div>`
}

/** Characters of a captured line in 7 pt, and in the smallest type that is still read: 6.5 pt. */
const FULL_LINE = 110
const FITTED_LINE = 121

/** A table's last column alone on the next line is hard to read; longer lines wrap in either size. */
function isNearlyWhole({ text }: QuoteLine): boolean {
  return text !== undefined && text.length > FULL_LINE && text.length <= FITTED_LINE
}

function lineHtml({ number, text, hit }: QuoteLine, gone: string): string {
  return `<div class="l${hit ? ' hit' : ''}"><i>${number}</i><code>${text === undefined ? `<em>${escapeXml(gone)}</em>` : escapeXml(text)}</code></div>`
}
