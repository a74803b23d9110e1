import type { Hint, LineCursor } from '../../../model/format'
import type { SettingOrigin } from '../../../model/nccl'
import { detach } from '../../../segment/detach'
import type { EnvironmentSetting, NcclEnvironment } from '../environment-types'

/** Where a nccl.conf lies, as far as command, title or file name tell. Undefined: the text is no nccl.conf. */
export function confOrigin(hint: Hint): { readonly origin: SettingOrigin; readonly path: string } | undefined {
  const command = hint.command ?? ''
  // A command that also prints the environment leaves open which lines are the file's.
  const source =
    /nccl\.conf/.test(command) && !/\benv\b/.test(command)
      ? command
      : /nccl\.conf/.test(hint.title ?? '')
        ? hint.title
        : undefined
  const text = source ?? (/nccl[._-]conf/.test(hint.fileName) ? hint.fileName : undefined)
  if (text === undefined) return undefined
  return placeOf(/[^\s'"=]*nccl\.conf\S*/.exec(text)?.[0] ?? 'nccl.conf')
}

// # /etc/nccl.conf      ==> /root/.nccl.conf <==      /etc/nccl.conf:
const HEADING = /^[#=\-*>\s]*([\w./~-]*nccl\.conf)\b[\s:=<*-]*$/

/** A line that names the file whose lines follow. */
export function confHeading(
  lines: LineCursor,
  offset = 0,
): { readonly origin: SettingOrigin; readonly path: string } | undefined {
  const path = HEADING.exec(lines.peek(offset)?.text ?? '')?.[1]
  if (path === undefined) return undefined
  let next = offset + 1
  while (next < offset + 20 && isPassed(lines.peek(next)?.text)) next++
  return confLine(lines.peek(next)?.text ?? '') ? placeOf(path) : undefined
}

function placeOf(path: string): { readonly origin: SettingOrigin; readonly path: string } {
  if (path.includes('.nccl.conf') || /(?:^|\/)(?:home|root)\//.test(path)) return { origin: 'user-conf', path }
  return { origin: /(?:^|[/_-])etc[/_-]nccl\.conf/.test(path) ? 'system-conf' : 'unknown-conf', path }
}

/**
 * NAME=VALUE per line, split at the first `=`, nothing trimmed, # only in column 1: what NCCL's own parser does (src/misc/param.cc).
 * Blanks around `=`, quotes and `export` become part of name or value, which is why they are flagged and not repaired.
 */
export function readConf(lines: LineCursor, origin: SettingOrigin, path: string): NcclEnvironment | null {
  const settings: EnvironmentSetting[] = []
  for (;;) {
    let offset = 0
    while (isPassed(lines.peek(offset)?.text) && !confHeading(lines, offset)) offset++
    const line = lines.peek(offset)
    const found = line ? confLine(line.text) : undefined
    if (!line || !found) break
    for (let i = 0; i <= offset; i++) lines.next()
    settings.push({ ...found, line: line.number, origin })
  }
  return settings.length === 0 ? null : { settings, whole: true, path: detach(path) }
}

function isPassed(text: string | undefined): boolean {
  return text !== undefined && (text.trim() === '' || text.startsWith('#'))
}

function confLine(text: string): Omit<EnvironmentSetting, 'line' | 'origin'> | undefined {
  const at = text.indexOf('=')
  if (at <= 0) return undefined
  const rawName = text.slice(0, at)
  const name = /([A-Za-z_]\w{0,99})\s*$/.exec(rawName)?.[1]
  if (name === undefined || !/^\s*(?:export\s+|set\s+)?\w+\s*$/.test(rawName)) return undefined
  const value = text.slice(at + 1)
  const untrimmed = rawName !== name || value !== value.trim() || /^["'].*["']$/.test(value)
  return {
    name: detach(name),
    value: detach(value),
    empty: value === '' ? true : undefined,
    untrimmed: untrimmed ? true : undefined,
  }
}
