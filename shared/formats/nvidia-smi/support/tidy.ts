/**
 * Last repairs of a line before a table parser reads it: what an ANSI underline leaves behind when its ESC byte is lost
 * (`\uFFFD[4mGPU0`, `[0m` at the end), blanks that are not U+0020, mail quoting, Markdown fences glued to the text. The
 * segmenter does most of this; a parser must survive when it could not know.
 */

// An escape whose first byte is still there in some shape is always noise; a bare `[4m` only where nvidia-smi writes one.
const MARKED_SGR = /(?:\x1b|\uFFFD|\^\[|\\x1[bB]|\\033|\\e|\\u001[bB])\[[0-9]{0,3}(?:;[0-9]{1,3}){0,4}m/g
const BARE_SGR = /\[[0-9]{1,2}m(?=[\t ]*(?:GPU|NIC|mlx|CPU|NUMA|$))/g
const QUOTING = /^(?:[ \t]?>)+ ?/
const LEADING_FENCE = /^[ \t]*`{1,3}(?=[^`])/
const TRAILING_FENCE = /`{1,3}[ \t]*$/

export function tidy(text: string): string {
  let out = text
  if (out.includes('[')) out = out.replace(MARKED_SGR, '').replace(BARE_SGR, '')
  if (/[^\x00-\x7f]/.test(out))
    out = out.replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ').replace(/[\u200b\ufeff]/g, '')
  if (out.includes('>')) out = out.replace(QUOTING, '')
  if (out.includes('`')) out = out.replace(LEADING_FENCE, '').replace(TRAILING_FENCE, '')
  return out
}

/** Also what mail quoting, fences and log pipelines (`{}`) leave of a blank line. */
export function isBlank(text: string): boolean {
  return /^[\s`>]*(?:\{\}\s*)?$/.test(text)
}

/** `...`, `[...]`, `[snip]`, `(output omitted)`, `<snip>`: the author left lines out. */
export function isElision(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed.length === 0 || trimmed.length > 60) return false
  return (
    /^[[(<]?\s?(?:\.{2,}|\u2026|snip(?:ped)?|omitted|truncated|cut)\s?[\])>]?$/i.test(trimmed) ||
    /^[[(<.\s]{1,6}(?:output |lines? |rest )?(?:\w{1,12} )?(?:omitted|snipped|truncated|removed|elided)[\])>.\s]{1,6}$/i.test(
      trimmed,
    )
  )
}
