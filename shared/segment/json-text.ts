/**
 * Text that a collector wrapped in JSON. A log record (Docker's json-file driver, `journalctl -o json`, fluentd, cloud logging) is one
 * line of the log it came from. A string with line ends in it (`"stdout": "\tGPU0\tGPU1\n..."` of an API or of Ansible) is the output of
 * a command. Each inner line keeps the number of the line it stands in.
 */

export interface InnerText {
  readonly lines: readonly string[]
  readonly host?: string
}

const MOST_INNER = 1 << 22
const MOST_INNER_LINES = 100_000

/** Keys under which collectors put the line itself. */
const TEXT = ['log', 'message', 'MESSAGE', 'msg', 'textPayload', 'line', '_raw']
/** A record has a time, a level or a stream beside its text; a document of some tool that has a `message` has none of them so near. */
const BESIDE =
  /"(?:stream|time|timestamp|ts|@timestamp|level|severity|_HOSTNAME|__REALTIME_TIMESTAMP|insertId|container_name|kubernetes)"\s*:/
const HOSTS = ['_HOSTNAME', 'hostname', 'host', 'node', 'node_name']

/** The lines of a log record, with its time and host in front as syslog writes them; null where the line is none. */
export function readLogRecord(line: string): readonly string[] | null {
  if (!line.startsWith('{"') || line.length > MOST_INNER || !line.trimEnd().endsWith('}') || !BESIDE.test(line))
    return null
  if (!TEXT.some((key) => line.includes(`"${key}"`))) return null
  const record = parse(line)
  if (typeof record !== 'object' || record === null) return null
  const field = (key: string): unknown => Reflect.get(record, key)
  const text = TEXT.map(field).find((value) => typeof value === 'string')
  if (typeof text !== 'string') return null
  const time = timeOf(record)
  const host = HOSTS.map(field).find((value): value is string => typeof value === 'string' && HOST.test(value))
  const program = ['SYSLOG_IDENTIFIER', 'container_name', 'program']
    .map(field)
    .find((value) => typeof value === 'string')
  const front =
    time === undefined ? '' : host === undefined ? `${time} ` : `${time} ${host} ${wordOf(program) ?? 'log'}: `
  return linesOf(text).map((one) => front + one)
}

/** The strings with line ends in a line of JSON, and the host that the same line names before each. Null for nearly every line. */
export function readInnerTexts(line: string): readonly InnerText[] | null {
  if (!line.includes('\\n') || !line.includes('"') || line.length > MOST_INNER) return null
  const found: InnerText[] = []
  let host: string | undefined
  for (let at = line.indexOf('"'); at >= 0;) {
    const end = endOfString(line, at)
    if (end < 0) break
    const literal = line.slice(at, end + 1)
    const before = line.slice(Math.max(0, at - 40), at)
    if (VALUE.test(before)) {
      if (literal.includes('\\n')) {
        const text: unknown = parse(literal)
        const lines = typeof text === 'string' ? linesOf(text) : []
        if (lines.length > 1) found.push({ lines, host })
      } else if (HOST_KEY.test(before) && HOST.test(literal.slice(1, -1))) host = literal.slice(1, -1)
    }
    at = line.indexOf('"', end + 1)
  }
  return found.length === 0 ? null : found
}

/** `    "\\tGPU0\\tGPU1",`: a line of output as an item of a list (`stdout_lines` of Ansible); null where the line is none. */
export function readListItem(line: string): string | null {
  if (!line.startsWith('  ') || !/",?\s*$/.test(line)) return null
  const text = line.trim().replace(/,$/, '')
  if (text.length < 2 || !text.startsWith('"') || endOfString(text, 0) !== text.length - 1) return null
  const value: unknown = parse(text)
  return typeof value === 'string' && !value.includes('\n') ? value : null
}

/** `"host": "gn-a07",` on a line of its own: whose output the strings below are. */
export function readJsonHost(line: string): string | null {
  if (!line.includes('":') && !line.includes('" :')) return null
  const host = HOST_LINE.exec(line)?.[1]
  return host !== undefined && HOST.test(host) ? host : null
}

const HOST = /^(?=.*[A-Za-z])[A-Za-z0-9][\w.-]{0,62}$/
// A value follows a colon, an opening bracket or a comma; at the start of a line it is an item of a list.
const VALUE = /[:[,]\s*$|^\s*$/
const HOST_KEY = /"(?:host|hostname|host_name|node|node_name|nodename|_HOSTNAME)"\s*:\s*$/i
const HOST_LINE =
  /^\s*"(?:host|hostname|host_name|node|node_name|nodename|inventory_hostname)"\s*:\s*"([^"\\]{1,64})",?\s*$/i

/** Place of the quote that closes the string opened at `from`; -1 where none does. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) return at
  }
  return -1
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/, MOST_INNER_LINES)
}

/** As ISO 8601; the journal counts microseconds, loggers seconds or milliseconds. */
function timeOf(record: object): string | undefined {
  for (const key of ['__REALTIME_TIMESTAMP', 'time', 'timestamp', '@timestamp', 'ts']) {
    const value: unknown = Reflect.get(record, key)
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/.test(value))
      return value
    const number =
      typeof value === 'number' || (typeof value === 'string' && /^\d{10,16}$/.test(value)) ? Number(value) : NaN
    const ms = number > 1e15 ? number / 1000 : number > 1e12 ? number : number > 1e9 ? number * 1000 : NaN
    if (ms < 4e12) return new Date(ms).toISOString()
  }
  return undefined
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.@/()-]{1,64}$/.test(value) ? value : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
