/**
 * Cleans a raw line before any format sees it: ANSI sequences (also those whose ESC byte was lost or spelt out), carriage returns of
 * progress bars, NBSP and other blanks. Most lines need nothing, so each step first asks whether it has work.
 */

// ESC [ ... letter, ESC ] ... BEL, and single-letter escapes.
const ANSI = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|[()][A-Za-z0-9]|[A-Za-z=>78])/g
// What is left of `ESC[4m` when the ESC byte became U+FFFD, `^[`, `\x1b`, `\033`, `\u001b` or nothing. Only SGR codes, and with the
// byte gone entirely only where it touches a device name, a column title or the end of the line.
const SPELT = /(?:\uFFFD|\^\[|\\x1[bB]|\\033|\\e|\\u001[bB])\[[0-9]{0,3}(?:;[0-9]{1,3}){0,4}m/g
const BARE = /(^|[\t ])\[[0-9]{1,2}m(?=\t|GPU|NIC|mlx|CPU|NUMA|\s*$)|\[0m(?=\s*$)/g
const CODE = /\[[0-9]{0,3}(?:;[0-9]{1,3}){0,4}m/
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const INVISIBLE = /[\u200b-\u200d\ufeff\u0000]/g

export function cleanLine(raw: string): string {
  let text = raw
  if (text.includes('\r')) text = lastOverwrite(text)
  if (text.includes('\x1b')) text = text.replace(ANSI, '')
  // Nearly every log line has a bracket; a colour code has one with a digit and an m close behind.
  if (text.includes('[') && CODE.test(text)) text = text.replace(SPELT, '').replace(BARE, '$1')
  if (NOT_ASCII.test(text)) text = text.replace(BLANKS, ' ').replace(INVISIBLE, '')
  return text
}

const NOT_ASCII = /[\u0000\u0080-\uffff]/

/** A terminal shows what stands after the last carriage return that is followed by text. */
function lastOverwrite(text: string): string {
  const trimmed = text.endsWith('\r') ? text.replace(/\r+$/, '') : text
  const at = trimmed.lastIndexOf('\r')
  return at < 0 ? trimmed : trimmed.slice(at + 1)
}
