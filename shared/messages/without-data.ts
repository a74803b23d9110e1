/**
 * A message as a catalogue shows it, without data: `{gpu}` becomes `<gpu>`, and of a plural or a choice only the general form
 * remains.
 */
export function withoutData(message: string): string {
  let text = ''
  for (let at = 0; at < message.length;) {
    const open = message.indexOf('{', at)
    if (open < 0) return text + message.slice(at)
    const close = closing(message, open)
    text += message.slice(at, open) + argument(message.slice(open + 1, close))
    at = close + 1
  }
  return text
}

function argument(inner: string): string {
  const name = /^\s*(\w+)\s*(,|$)/.exec(inner)
  if (!name?.[1]) return `{${inner}}`
  if (name[2] !== ',') return `<${name[1]}>`
  const other = /\bother\s*\{/.exec(inner)
  if (!other) return `<${name[1]}>`
  const open = other.index + other[0].length - 1
  return withoutData(inner.slice(open + 1, closing(inner, open))).replaceAll('#', `<${name[1]}>`)
}

/** Place of the brace that closes the one at `open`; the end of the text where none does. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return i
  }
  return text.length
}
