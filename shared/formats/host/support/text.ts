/** Small readers that several host outputs share. */

/**
 * A copy that keeps nothing else alive: a long substring is a view of the chunk that it was cut from, so what outlives its line by
 * far (events of a log) is copied.
 */
export function keep(text: string): string {
  return text.length < 13 ? text : (' ' + text).slice(1)
}

/** `key: value` with the first colon; null without one. Keys are trimmed, values trimmed at both ends. */
export function keyValue(text: string): { readonly key: string; readonly value: string } | null {
  const at = text.indexOf(':')
  if (at <= 0) return null
  return { key: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

/** Decimal or 0x number; undefined for anything else, and beyond what a number holds exactly. */
export function wholeNumber(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^(?:0x[0-9a-f]{1,12}|\d{1,15})$/i.test(trimmed)) return undefined
  return Number(trimmed)
}

/** A plain decimal number; undefined for anything else. */
export function decimal(text: string): number | undefined {
  return /^\d{1,15}(?:\.\d{1,12})?$/.test(text.trim()) ? Number(text.trim()) : undefined
}
