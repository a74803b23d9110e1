/** Small readers that several DCGM outputs share. */

/**
 * A copy that keeps nothing else alive: a long substring is a view of the chunk that it was cut from, so values that outlive their
 * line by far (dmon rows, exporter samples) are copied.
 */
export function keep(text: string): string {
  return text.length < 13 ? text : (' ' + text).slice(1)
}

/** Text of a blank string: `<<<NULL>>>` and its kin, `N/A`, `****` (differs inside a group), `Not Specified`. */
export function isBlankText(text: string): boolean {
  const trimmed = text.trim()
  return trimmed === '' || trimmed === 'N/A' || trimmed === '****' || /^<<<[A-Z_]+>>>$/.test(trimmed)
}

export type BlankKind = 'blank' | 'not-found' | 'not-supported' | 'no-permission'

const KINDS: readonly BlankKind[] = ['blank', 'not-found', 'not-supported', 'no-permission']

/**
 * DCGM's blank numbers: int64 0x7ffffffffffffff0 and the three above it, int32 0x7ffffff0 .., double 2^47 .. (dcgm_structs.h).
 * The int64 ones are beyond what a JavaScript number holds, so the text is tested before it is converted.
 */
export function blankKind(text: string): BlankKind | undefined {
  const whole = /^(\d{10,19})(?:\.0*)?$/.exec(text.trim())?.[1]
  if (whole === undefined) return exponentBlank(text)
  for (const [head, first] of SENTINELS) {
    if (whole.length === head.length + 1 && whole.startsWith(head)) {
      const kind = KINDS[Number(whole.slice(-1)) - first]
      if (kind) return kind
    }
  }
  return undefined
}

const SENTINELS: readonly (readonly [string, number])[] = [
  ['922337203685477579', 2],
  ['214748363', 2],
  ['14073748835532', 8],
]

/** Prometheus may print the int64 blank as a float: `9.223372036854775e+18`, `9.223372036854776e+18`, `1.40737488355328e+14`. */
function exponentBlank(text: string): BlankKind | undefined {
  return /^(?:9\.2233720368547[0-9]{1,3}e\+18|1\.40737488355328e\+14)$/i.test(text.trim()) ? 'blank' : undefined
}

/** A finite number, or undefined for anything else, blank sentinels included. */
export function finite(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,4})?$/i.test(trimmed) || blankKind(trimmed)) return undefined
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : undefined
}
