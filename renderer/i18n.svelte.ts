import type { Language } from '@shared/messages/language'
import { uiText, type TextData, type UiKey } from '@shared/messages/ui'
import { settings } from './state/settings.svelte'

/** The language of the window: what the user chose, else that of the system where we speak it. */
export function language(): Language {
  return settings.spoken
}

/** The text of a key in the language of the window; views that call it follow a switch of language. */
export function t(key: UiKey, data?: TextData): string {
  return uiText(language(), key, data)
}

const locale = (): string => (language() === 'zh' ? 'zh-CN' : 'en-GB')

/** Grouped digits; a fixed number of decimals when given. Null and NaN are the caller's to name: they give `?`. */
export function number(value: number | undefined | null, decimals?: number): string {
  if (value === undefined || value === null || !Number.isFinite(value)) return '?'
  return new Intl.NumberFormat(locale(), {
    ...(decimals === undefined
      ? { maximumFractionDigits: 3 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  }).format(value)
}

/** A file size: binary units with their own names. */
export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let unit = 0
  let rest = value
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024
    unit++
  }
  return `${number(Math.round(rest * 10) / 10)} ${units[unit] ?? 'B'}`
}

export function dateTime(epochMs: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(epochMs)
}
