import type { Pattern } from './types'

/**
 * IPv4 addresses in hex, as GIDs of RoCE show them: they come before GIDs, and hide as the address that they are.
 * `0000:0000:0000:0000:0000:ffff:c000:020a`, `::ffff:c000:20a`
 */
export const mappedPatterns: readonly Pattern[] = [
  {
    class: 'ipv4',
    pattern: /(?<![\w:.])(?:(?:0{1,4}:){5}|::)ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4}(?![\w:]|\.\d)/gi,
    keep: (value) => !/:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/i.test(value),
  },
]

export const addressPatterns: readonly Pattern[] = [
  {
    class: 'mac',
    pattern: /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi,
    keep: (value) => !/^(?:00[:-]){5}00$/i.test(value) && !/^(?:ff[:-]){5}ff$/i.test(value),
  },
  {
    class: 'ipv4',
    // nvidia-cublas-cu12==12.4.5.8 is a version.
    pattern:
      /(?<![\w.])(?<!\bnvidia-[a-z0-9-]{2,40}(?:==| {1,30}))(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\w.]*\.\d|\d)/g,
    keep: (value) => !isCommonAddress(value),
  },
  { class: 'ipv6', pattern: /(?<![\w:.])fe80::(?<value>[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){1,3})(?![\w:]|\.\d)/gi },
  {
    class: 'ipv6',
    pattern: /(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}:?(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4}(?![\w:]|\.\d)/gi,
    keep: isIpv6,
  },
  {
    class: 'ipv6',
    pattern:
      /(?<![\w:.])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})(?![\w:]|\.\d)/gi,
    keep: isIpv6,
  },
]

/** Loopback, any, broadcast and link-local prefixes tell nothing of a site; version numbers look like addresses only with four parts. */
function isCommonAddress(value: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|255\.255\.|169\.254\.)/.test(value)
}

function isIpv6(value: string): boolean {
  const groups = value.split(':')
  if (/^(?:::1?|fe80::?)$/i.test(value)) return false
  // Times (10:02:11), bus ids (0000:18:00) and Xid places have short groups only and no double colon.
  return (value.includes('::') || groups.length === 8) && groups.some((group) => group.length >= 3)
}
