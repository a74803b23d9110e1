import type { Language } from '../../../messages/language'
import type { Finding, Severity } from '../../../model/finding'
import { thingsOf } from '../../findings'
import type { ReportContext } from '../context'
import type { Inline, ReportState } from '../types'

export const severityState: Readonly<Record<Severity, ReportState>> = {
  error: 'dead',
  warning: 'degraded',
  info: 'info',
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Bytes in the largest binary unit that fits: `64 MiB`. */
export function sizeText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[unit] ?? ''}`
}

/** Three figures at most behind nothing: `471`, `47.1`, `4.71`; whole numbers stay whole. */
export function rateText(value: number): string {
  if (!Number.isFinite(value)) return '?'
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** Thousands apart; English and Chinese part them alike. */
export function countText(value: number): string {
  return counts.format(Math.round(value))
}

const counts = new Intl.NumberFormat('en-GB')

export const code = (text: string): Inline => ({ kind: 'code', text })
export const strong = (text: string): Inline => ({ kind: 'strong', text })
export const quiet = (text: string): Inline => ({ kind: 'quiet', text })
export const state = (kind: ReportState, text: string): Inline => ({ kind: 'state', state: kind, text })

/** A value that no capture shows: an icon and words, never a blank or a zero. */
export const missing = (context: ReportContext): Inline => state('unknown', context.ui('word.notInCapture'))

/** The first `most` of a list and how many are left out. */
export function someOf(context: ReportContext, names: readonly string[], most: number): string {
  return listText(
    context,
    names.length <= most
      ? names
      : [...names.slice(0, most - 1), context.ui('word.more', { n: names.length - most + 1 })],
  )
}

/** Names in a row, apart as the language parts them: `GPU3, NIC5`, `GPU3、NIC5`. */
export const listText = (context: ReportContext, names: readonly string[]): string =>
  names.join(context.t('word.separator'))

/** Sentences one after the other: Chinese has no blank between them. */
export const sentences = (context: ReportContext, parts: readonly string[]): string =>
  parts.join(context.options.language === 'zh' ? '' : ' ')

/** Nodes, then what the finding is about: `gn-a07 · GPU3, NIC5`. */
export function whereText(context: ReportContext, finding: Finding): string {
  const nodes = finding.nodes.map((id) => context.nodeName(id))
  return [someOf(context, nodes, 3), someOf(context, thingsOf(finding), 4)].filter((part) => part !== '').join(' · ')
}

/** A day as its reader writes it: `30 November 2026`, `2026年11月30日`. What is no ISO day stays as the author wrote it. */
export function dateText(text: string, language: Language): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? Date.parse(`${text.trim()}T00:00:00Z`) : NaN
  if (Number.isNaN(day)) return text
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}

/** A moment of a capture's own clock, which names no zone: `30 November 2026 at 14:05`, or the time of the day alone. */
export function momentText(epochMs: number, language: Language, timeOnly = false): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    ...(timeOnly ? {} : { dateStyle: 'long' }),
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(epochMs)
}

function localeOf(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en-GB'
}
