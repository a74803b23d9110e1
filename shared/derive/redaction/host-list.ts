/** Lists of hosts as launchers take them. */

export interface HostInList {
  readonly start: number
  readonly end: number
}

/** `gn-a07:8,gn-a08:8` holds two hosts with their slots; a comma inside brackets parts no hosts. */
export function hostsInList(list: string): readonly HostInList[] {
  const found: HostInList[] = []
  for (const match of list.matchAll(/(?:[^,[\]]|\[[^\]]{0,200}\]?)+/g)) {
    const slots = /(?::\d{1,4})?$/.exec(match[0])?.[0].length ?? 0
    if (match[0].length > slots) found.push({ start: match.index, end: match.index + match[0].length - slots })
  }
  return found
}

const MOST = 4096

/** `gn-a[07-09,12]` -> gn-a07, gn-a08, gn-a09, gn-a12; undefined for what is no such range, or too long a one. */
export function expandHosts(text: string): readonly string[] | undefined {
  const range = /^([\w.-]*)\[([\d,-]{1,200})\]([\w.-]*)$/.exec(text)
  if (!range) return undefined
  const [, before = '', inside = '', after = ''] = range
  const hosts: string[] = []
  for (const part of inside.split(',')) {
    const ends = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part)
    if (!ends) return undefined
    const [from, to] = [Number(ends[1]), Number(ends[2] ?? ends[1])]
    if (to < from || to - from + hosts.length > MOST) return undefined
    for (let n = from; n <= to; n++) hosts.push(`${before}${String(n).padStart(ends[1]?.length ?? 1, '0')}${after}`)
  }
  return hosts
}
