/**
 * What may be hidden before anything leaves the desk. A class finds its values in a text; what it must not touch (PCI bus ids, device
 * names, numbers, versions) is what the analysis needs, so each pattern is as narrow as its kind allows.
 */

export const redactionClasses = [
  'secret',
  'email',
  'user',
  'host',
  'domain',
  'ipv6',
  'ipv4',
  'mac',
  'uuid',
  'guid',
  'serial',
  'path',
  'word',
] as const
export type RedactionClass = (typeof redactionClasses)[number]

export interface Found {
  readonly class: RedactionClass
  readonly start: number
  readonly end: number
}

/** A class by pattern: the group named `value` is replaced, or the whole match without one. */
interface Pattern {
  readonly class: RedactionClass
  readonly pattern: RegExp
  /** A last look at the value: false leaves it as it is. */
  readonly keep?: (value: string) => boolean
}

const SECRET_NAME =
  '(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?|AUTH(?:ORIZATION)?|SESSION_?ID|COOKIE|LICENSE_?KEY|SAS|CONNECTION_?STRING)'

const patterns: readonly Pattern[] = [
  // API_TOKEN=..., "API_TOKEN=...", API_TOKEN: "...", --password ...
  {
    class: 'secret',
    pattern: new RegExp(
      `\\b[A-Za-z][\\w.-]{0,60}?${SECRET_NAME}\\w{0,20}["']?\\s{0,4}[=:]\\s{0,4}["']?(?<value>[^\\s"',;}\\\\]{4,400})`,
      'gi',
    ),
  },
  {
    class: 'secret',
    pattern: new RegExp(`\\b${SECRET_NAME}["']?\\s{0,4}[=:]\\s{0,4}["']?(?<value>[^\\s"',;}\\\\]{4,400})`, 'gi'),
  },
  { class: 'secret', pattern: /--?(?:password|token|api-key|secret)[= ](?<value>[^\s"']{4,200})/gi },
  { class: 'secret', pattern: /\bBearer (?<value>[\w.~+/-]{8,400}=*)/g },
  {
    class: 'secret',
    pattern:
      /\b(?:gh[pousr]_\w{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,64}|hf_\w{16,64}|sk-[\w-]{16,200}|xox[abprs]-[\w-]{10,200}|AKIA[A-Z0-9]{12,20}|ASIA[A-Z0-9]{12,20}|AIza[\w-]{30,40}|npm_\w{30,40}|dop_v1_\w{40,80})/g,
  },
  { class: 'secret', pattern: /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{4,1000}/g },
  { class: 'secret', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:(?<value>[^\s/@]{1,200})@/gi },
  { class: 'secret', pattern: /-----BEGIN [A-Z ]{3,40}-----/g },
  { class: 'email', pattern: /\b[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}\b/g },
  // Home folders name people; the rest of the path may stay.
  {
    class: 'path',
    pattern:
      /(?:\/home|\/Users|\/data\/home|\/mnt\/home|\/nfs\/home|\/root\/home|\/scratch|\/lustre\/home)\/(?<value>[A-Za-z_][\w.-]{0,63})/g,
    keep: (value) => !/^(?:shared|public|common|nccl|cuda|bin|lib|tmp)$/i.test(value),
  },
  { class: 'path', pattern: /[A-Za-z]:\\Users\\(?<value>[^\\\s:*?"<>|]{1,64})/g },
  { class: 'uuid', pattern: /\b(?:GPU|MIG)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi },
  {
    class: 'uuid',
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    keep: (value) => !/^[0-]+$/.test(value),
  },
  // fe80:0000:...: GIDs and node GUIDs come in groups of four hex digits.
  { class: 'guid', pattern: /\b(?:[0-9a-f]{4}:){7}[0-9a-f]{4}\b/gi, keep: (value) => !/^[0:]+$/.test(value) },
  {
    class: 'guid',
    pattern: /\b(?:[0-9a-f]{4}:){3}[0-9a-f]{4}\b/gi,
    keep: (value) => !/^[0:]+$/.test(value) && !/^(?:0000:)/.test(value),
  },
  {
    class: 'guid',
    pattern:
      /\b(?:Node GUID|Port GUID|System image GUID|node_guid|sys_image_guid|guid|caguid|sysimgguid|switchguid)["']?\s{0,4}[=:]\s{0,4}["']?(?<value>0x[0-9a-f]{6,32}|[0-9a-f:]{12,40})/gi,
  },
  { class: 'guid', pattern: /\b[HS]-0*(?<value>0x[0-9a-f]{10,16}|[0-9a-f]{12,16})\b/gi },
  { class: 'guid', pattern: /\b0x[0-9a-f]{16}\b/gi, keep: (value) => !/^0x0+/.test(value) },
  {
    class: 'mac',
    pattern: /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi,
    keep: (value) => !/^(?:00[:-]){5}00$/i.test(value) && !/^(?:ff[:-]){5}ff$/i.test(value),
  },
  {
    class: 'ipv4',
    pattern: /(?<![\w.])(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\w.]*\.\d|\d)/g,
    keep: (value) => !isCommonAddress(value),
  },
  {
    class: 'ipv6',
    pattern: /(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}:?(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4}(?![\w:])/gi,
    keep: isIpv6,
  },
  {
    class: 'ipv6',
    pattern:
      /(?<![\w:.])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})(?![\w:])/gi,
    keep: isIpv6,
  },
  {
    class: 'serial',
    pattern:
      /\b(?:Serial Number|serial|Chassis Serial Number|Board Serial|Product Serial|serial_num|Device Serials?|chassis_serial_number|board_serial)["']?\s{0,40}[=:>|]\s{0,4}["']?(?<value>[A-Z0-9][A-Z0-9._-]{5,40})\b/gi,
    keep: (value) => !/^(?:N\/A|none|unknown|not)/i.test(value) && /\d/.test(value),
  },
  {
    class: 'serial',
    pattern: /<(?:serial|board_serial|chassis_serial_number)>(?<value>[^<\s]{4,40})</gi,
    keep: (value) => value !== 'N/A',
  },
  {
    class: 'domain',
    pattern:
      /\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}(?:com|net|org|io|ai|cn|de|uk|fr|jp|kr|eu|gov|edu|mil|internal|local|lan|corp|intra|cloud|dev|tech|hpc|cluster)\b/gi,
    keep: (value) => !isPublicDomain(value),
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

/** Hosts that every capture may name: sources of software, not of the customer. */
function isPublicDomain(value: string): boolean {
  return /(?:^|\.)(?:nvidia\.com|github\.com|githubusercontent\.com|kernel\.org|ubuntu\.com|debian\.org|redhat\.com|python\.org|pytorch\.org|docker\.io|nvcr\.io|k8s\.io|kubernetes\.io|mellanox\.com|ietf\.org|w3\.org)$/i.test(
    value,
  )
}

/** Values that the session itself names: hosts, users, serials and the user's own words, found wherever they stand. */
export interface KnownValues {
  readonly hosts: readonly string[]
  readonly users: readonly string[]
  readonly serials: readonly string[]
  readonly words: readonly string[]
}

export type Finder = (text: string) => readonly Found[]

/** One finder over all classes that are on; known values come before patterns, secrets before everything. */
export function makeFinder(classes: ReadonlySet<RedactionClass>, known: KnownValues): Finder {
  const literals = [
    ...literalPatterns('word', known.words, false),
    ...literalPatterns('serial', known.serials, true),
    ...literalPatterns('host', known.hosts, true),
    ...literalPatterns('user', known.users, true),
  ].filter((pattern) => classes.has(pattern.class))
  const active = [
    ...patterns.filter((pattern) => pattern.class === 'secret'),
    ...literals,
    ...patterns.filter((pattern) => pattern.class !== 'secret'),
  ].filter((pattern) => classes.has(pattern.class))
  return (text) => find(text, active)
}

function literalPatterns(kind: RedactionClass, values: readonly string[], wholeWord: boolean): readonly Pattern[] {
  const sorted = [...new Set(values)].filter((value) => value.length > 1).sort((a, b) => b.length - a.length)
  // A thousand hosts make one alternation of a size that a regular expression bears; more are split.
  const groups: string[][] = []
  for (const [i, value] of sorted.entries()) {
    const group = groups[Math.floor(i / 500)]
    if (group) group.push(value)
    else groups.push([value])
  }
  return groups.map((group) => {
    const any = group.map(escapeRegExp).join('|')
    return { class: kind, pattern: new RegExp(wholeWord ? `(?<![\\w-])(?:${any})(?![\\w-])` : `(?:${any})`, 'gi') }
  })
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function find(text: string, active: readonly Pattern[]): readonly Found[] {
  const found: Found[] = []
  for (const { class: kind, pattern, keep } of active) {
    pattern.lastIndex = 0
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.['value'] ?? match[0]
      if (value === '' || isPlaceholder(value) || keep?.(value) === false) continue
      const start = match.index + (value === match[0] ? 0 : match[0].lastIndexOf(value))
      const end = start + value.length
      if (!found.some((other) => start < other.end && end > other.start)) found.push({ class: kind, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** What a redaction put there: redacting twice changes nothing. */
export function isPlaceholder(value: string): boolean {
  return /^\[?(?:secret|email|user|host|domain|ipv[46]|mac|uuid|guid|serial|path|word)-\d+\]?$/.test(value)
}
