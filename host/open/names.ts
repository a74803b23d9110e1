/** Names of members as the user sees them: safe to print, comparable, and never used to write anything. */

/** Natural order: `gpu2` before `gpu10`, folder by folder, the same on every machine and in every locale. */
export function naturalCompare(a: string, b: string): number {
  const left = a.split('/')
  const right = b.split('/')
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compareSegment(left[i] ?? '', right[i] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

function compareSegment(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? []
  const right = b.match(/\d+|\D+/g) ?? []
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = comparePart(left[i] ?? '', right[i] ?? '')
    if (order !== 0) return order
  }
  if (left.length !== right.length) return left.length - right.length
  return a < b ? -1 : a > b ? 1 : 0
}

function comparePart(a: string, b: string): number {
  if (a === b) return 0
  if (isDigit(a) && isDigit(b)) {
    const x = a.replace(/^0+/, '')
    const y = b.replace(/^0+/, '')
    if (x.length !== y.length) return x.length - y.length
    if (x !== y) return x < y ? -1 : 1
    return 0
  }
  const x = a.toLowerCase()
  const y = b.toLowerCase()
  return x < y ? -1 : x > y ? 1 : 0
}

function isDigit(part: string): boolean {
  const code = part.charCodeAt(0)
  return code >= 48 && code <= 57
}

/** Control characters and direction marks could forge a terminal's or a list's text. */
export function printable(name: string): string {
  return name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '\ufffd')
}

export interface MemberPath {
  /** Segments without `.`, drive letters and leading slashes. */
  readonly segments: readonly string[]
  readonly absolute: boolean
  /** It climbs out of the archive with `..`. */
  readonly unsafe: boolean
}

/** Takes the path of an archive member apart; Windows tools write backslashes. */
export function memberPath(raw: string): MemberPath {
  const slashed = raw.includes('/') ? raw : raw.replaceAll('\\', '/')
  const drive = /^[A-Za-z]:(?=[/\\]|$)/.test(slashed)
  const path = drive ? slashed.slice(2) : slashed
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return {
    segments: parts.filter((part) => part !== '..').map(printable),
    absolute: drive || path.startsWith('/'),
    unsafe: parts.includes('..'),
  }
}
