import { escapeXml } from '../../link-layout'
import { uiText } from '../../../messages/ui'
import type { Language } from '../../../messages'
import type { Content, Inline, ReportState } from '../types'
import { iconSvg } from './icons'

/** What the markup of inline text depends on. */
export interface InlineOptions {
  readonly language: Language
  /** Page of each anchor; undefined for the screen, where there are no pages. */
  readonly pages: ReadonlyMap<string, number> | undefined
}

/** Characters of a command or an id that is not cut at the end of a line. */
const SHORT_CODE = 60

/** Captured text is escaped here and nowhere becomes markup. */
export function contentHtml(content: Content, options: InlineOptions): string {
  return typeof content === 'string' ? textHtml(content) : content.map((part) => inlineHtml(part, options)).join('')
}

function inlineHtml(part: Inline, options: InlineOptions): string {
  if (typeof part === 'string') return textHtml(part)
  switch (part.kind) {
    case 'code':
      // A short command is read, and copied, in one piece.
      return `<code${part.text.length <= SHORT_CODE ? ' class="nb"' : ''}>${escapeXml(part.text)}</code>`
    case 'strong':
      return `<b>${escapeXml(part.text)}</b>`
    case 'quiet':
      return `<span class="q">${escapeXml(part.text)}</span>`
    case 'fine':
      return `<span class="fine${part.text.length <= SHORT_CODE ? ' nb' : ''}">${escapeXml(part.text)}</span>`
    case 'mark':
      return `<span class="mk">${escapeXml(part.text)}</span>`
    case 'state': {
      const icon = iconSvg(part.state, part.text === '' ? stateWord(part.state, options.language) : '')
      return part.text === '' ? icon : `<span class="st ${part.state}">${icon}${escapeXml(part.text)}</span>`
    }
    case 'link':
      return `<a href="#${escapeXml(part.to)}">${escapeXml(part.text)}</a>`
    case 'page':
      return `<a class="pg" href="#${escapeXml(part.to)}">${options.pages === undefined ? '→' : (options.pages.get(part.to) ?? '–')}</a>`
    case 'address':
      // Only the addresses of our own tables are links; anything else is text.
      return /^https:\/\/[\w.-]+\//.test(part.text)
        ? `<a class="out" href="${escapeXml(part.text)}">${escapeXml(part.text)}</a>`
        : escapeXml(part.text)
  }
}

function textHtml(text: string): string {
  return escapeXml(text).replaceAll('\n', '<br>')
}

export function stateWord(state: ReportState, language: Language): string {
  switch (state) {
    case 'dead':
      return uiText(language, 'word.error')
    case 'degraded':
      return uiText(language, 'word.warning')
    case 'info':
      return uiText(language, 'word.info')
    default:
      return uiText(language, `state.${state}`)
  }
}
