import type { GpuField } from '../../model/gpu'

/** Captured texts made comparable: `16x` and `16`, `700.00 W` and `700W`, `On` and `Enabled` say the same. */

const BLANK =
  /^(?:\[?(?:n\/a|not supported|not available|not found|unknown error|insufficient permissions|gpu is lost|gpu requires reset|requested functionality has been deprecated)\]?|-|unknown|none|)$/i

const words: Readonly<Record<string, string>> = {
  on: 'Enabled',
  enabled: 'Enabled',
  off: 'Disabled',
  disabled: 'Disabled',
  yes: 'Yes',
  no: 'No',
}

/** Fields whose words stay as they are: `None` is a recovery action, not a gap. */
const ownNone: ReadonlySet<GpuField> = new Set(['recoveryAction', 'virtualization', 'addressing'])

/** The nodes of a fleet say the same few thousand things: each is read once. */
const MOST_KNOWN = 20_000
const known = new Map<string, string | undefined>()

/** Undefined when the text says that there is no value: a gap is not a difference. */
export function canonicalField(field: GpuField, text: string): string | undefined {
  const key = `${field}\0${text}`
  if (known.has(key)) return known.get(key)
  if (known.size >= MOST_KNOWN) known.clear()
  const value = readField(field, text)
  known.set(key, value)
  return value
}

function readField(field: GpuField, text: string): string | undefined {
  const trimmed = text.trim()
  if (ownNone.has(field) && /^none$/i.test(trimmed)) return 'None'
  // `0x233510DE`, `233510 DE`; `0`, `0x0000`: one id, printed three ways.
  if (field === 'deviceId' || field === 'pcie.domain') {
    const digits = trimmed.replace(/^0x/i, '').replace(/ /g, '').toUpperCase()
    return /^[0-9A-F]{1,16}$/.test(digits) ? `0x${digits.replace(/^0+(?=.)/, '')}` : canonical(trimmed)
  }
  return canonical(trimmed)
}

export function canonical(text: string): string | undefined {
  const trimmed = text.trim().replace(/^\[(.*)\]$/, '$1')
  if (BLANK.test(trimmed)) return undefined
  const word = words[trimmed.toLowerCase()]
  if (word !== undefined) return word
  const lanes = /^x?(\d{1,3})x?$/i.exec(trimmed)
  if (lanes?.[1] !== undefined) return String(Number(lanes[1]))
  const measure = /^(-?\d{1,15}(?:\.\d{1,9})?) ?(%|[A-Za-z][A-Za-z/]{0,5})?$/.exec(trimmed)
  if (measure?.[1] !== undefined) {
    const unit = measure[2]
    return unit === undefined ? String(Number(measure[1])) : `${Number(measure[1])} ${unit}`
  }
  return trimmed.replace(/\s+/g, ' ')
}

/** First number of a canonical value. */
export function numberIn(value: string): number | undefined {
  const match = /^-?\d{1,15}(?:\.\d{1,9})?/.exec(value)
  const found = match ? Number(match[0]) : NaN
  return Number.isFinite(found) ? found : undefined
}

/** -1 when `a` is the older version, 0 when no order can be told. */
export function compareVersions(a: string, b: string): number {
  const parts = (text: string): number[] | undefined =>
    /^\d{1,6}(?:\.\d{1,6}){1,4}(?:[-+ ].*)?$/.test(text)
      ? (text.match(/\d+/g) ?? []).slice(0, 5).map(Number)
      : undefined
  const left = parts(a)
  const right = parts(b)
  if (!left || !right) return 0
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const step = (left[i] ?? 0) - (right[i] ?? 0)
    if (step !== 0) return Math.sign(step)
  }
  return 0
}
