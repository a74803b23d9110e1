/**
 * A line without what a terminal does not print. A colour ends in a letter and may stand before a name (`ESC[0mgn-a07:1:1`) or inside one
 * (`gn-ESC[01;31mESC[Ka07`, as grep marks): with it in the text, the name is not found and leaves the desk.
 */
export function plainText(text: string): string {
  // Most texts need nothing, so each step first asks whether it has work.
  const seen = text.includes('\u001b') ? text.replace(ESCAPES, '') : text
  const named = SPELT_MARK.test(seen) ? seen.replace(SPELT, '') : seen
  return INVISIBLE.test(named) ? named.replace(INVISIBLE_ALL, '') : named
}

// ESC [ ... letter, ESC ] ... BEL, and single-letter escapes.
const ESCAPES =
  /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)?|[()][A-Za-z0-9]|[A-Za-z=>78])/g
// The same with the ESC byte lost on the way: U+FFFD, `^[`, `\x1b`, `\033`, `\e`, `\u001b`.
const SPELT_MARK = /[\ufffd\\^]/
const SPELT = /(?:\ufffd|\^\[|\\x1[bB]|\\033|\\e|\\u001[bB])\[[0-9]{0,3}(?:;[0-9]{1,3}){0,4}[mK]/g
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff\u0000]/
const INVISIBLE_ALL = new RegExp(INVISIBLE, 'g')
