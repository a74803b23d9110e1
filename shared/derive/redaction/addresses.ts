/**
 * What stands for an address is one itself, of ranges that are set aside for tests and books: formats and rules read it as they read
 * the true one, and addresses of one subnet stay in one subnet. Nothing of the true one is in it.
 */
export interface AddressBook {
  /** Dotted, or as the tail of an IPv4-mapped IPv6 address in hex. */
  ipv4(value: string): string | undefined
  /** Whole, or what stands behind `fe80::`. */
  ipv6(value: string): string | undefined
  /** A GUID of 64 bits as `0x` and digits, as digits or in groups of four, or a GID of eight groups. */
  guid(value: string): string | undefined
}

const HEX_PART = /^[0-9a-f]{1,4}$/i

/** `taken`: addresses that the texts hold. A subnet of theirs is never handed out, so that no made-up address is a true one. */
export function makeAddressBook(taken: readonly string[] = []): AddressBook {
  const nets = makeNumbers(taken.flatMap((value) => dottedOf(value)?.split('.').slice(0, 3).join('.') ?? []))
  const hosts = new Map<string, Map<number, number>>()
  const guids = makeGuids()
  const prefixes = new Map<string, number>()

  const dotted = (value: string): string => {
    const parts = value.split('.').map(Number)
    const subnet = parts.slice(0, 3).join('.')
    const [last = 0] = parts.slice(3)
    const known = hosts.get(subnet) ?? new Map<number, number>()
    hosts.set(subnet, known)
    // The network itself and its broadcast address say nothing of a site and would be no such thing under another number.
    if (last === 0 || last === 255) return `${nets(subnet)}.${last}`
    const host = known.get(last) ?? known.size + 1
    known.set(last, host)
    return `${nets(subnet)}.${host}`
  }

  const groups = (value: readonly bigint[]): readonly bigint[] => {
    const [prefix, own] = [joined(value.slice(0, 4)), joined(value.slice(4))]
    // Link-local is a fault to find and tells nothing of a site.
    if (prefix === 0xfe80n << 48n) return [...split(prefix), ...split(guids(own))]
    const key = String(prefix)
    const number = prefixes.get(key) ?? prefixes.size + 1
    prefixes.set(key, number)
    // 3fff::/20 is for books.
    return [...split((0x3fffn << 48n) | BigInt(number)), ...split(guids(own))]
  }

  return {
    ipv4: (value) => {
      const plain = dottedOf(value)
      if (plain === undefined) return undefined
      const made = dotted(plain)
      return value.includes(':') ? value.replace(/[0-9a-f]{1,4}:[0-9a-f]{1,4}$/i, hexPair(made, value)) : made
    },
    ipv6: (value) => {
      const whole = parseIpv6(value)
      if (whole) return compressed(groups(whole))
      const tail = value.split(':')
      if (tail.length > 4 || !tail.every((part) => HEX_PART.test(part))) return undefined
      return split(guids(joined(tail.map((part) => BigInt(`0x${part}`)))))
        .map((part) => part.toString(16))
        .join(':')
    },
    guid: (value) => {
      const parts = value.split(':')
      if (parts.length === 8 && parts.every((part) => part.length === 4)) {
        const whole = parseIpv6(value)
        return whole && groups(whole).map(padded).join(':')
      }
      const digits = value.replace(/^0x/i, '').replaceAll(':', '')
      if (!/^[0-9a-f]{16}$/i.test(digits) || !(parts.length === 1 || parts.length === 4)) return undefined
      const made = split(guids(BigInt(`0x${digits}`))).map(padded)
      return `${/^0x/i.exec(value)?.[0] ?? ''}${made.join(parts.length === 4 ? ':' : '')}`
    },
  }
}

/** One value for all spellings of one address or GUID: placeholders are equal where values are. */
export function canonicalAddress(value: string): string {
  const plain = dottedOf(value)
  if (plain !== undefined) return plain.split('.').map(Number).join('.')
  const whole = parseIpv6(value)
  if (whole) return whole.map((part) => part.toString(16)).join(':')
  const digits = value.toLowerCase().replace(/^0x/, '').replaceAll(':', '')
  return /^[0-9a-f]{16}$/.test(digits) ? digits : value.toLowerCase()
}

/** The IPv4 address of a dotted or an IPv4-mapped text. */
function dottedOf(value: string): string | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value)) return value
  const mapped = /^(?:::|(?:0{1,4}:){5})ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(value)
  if (!mapped) return undefined
  const [high, low] = [parseInt(mapped[1] ?? '0', 16), parseInt(mapped[2] ?? '0', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function hexPair(dotted: string, like: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  const wide = /:[0-9a-f]{4}$/i.test(like) && !like.startsWith('::')
  return [a * 256 + b, c * 256 + d].map((part) => part.toString(16).padStart(wide ? 4 : 1, '0')).join(':')
}

/** Subnets of 198.18.0.0/15 (tests of networks), and, where a fleet has more, of 240.0.0.0/4 (never given out). */
function makeNumbers(taken: readonly string[]): (subnet: string) => string {
  const avoid = new Set(taken)
  const made = new Map<string, string>()
  let next = 0
  return (subnet) => {
    const known = made.get(subnet)
    if (known !== undefined) return known
    let out: string
    do {
      const number = next++
      const [high, low] = [number >> 8, number & 255]
      out = high < 2 ? `198.${18 + high}.${low}` : `240.${high & 255}.${low}`
    } while (avoid.has(out) || out === subnet)
    made.set(subnet, out)
    return out
  }
}

/** No device has a GUID that begins so: the bit of what is given out locally is set, and no maker stands in it. */
export const guidPlaceholder = '02000000'
const APART = 16n

/** GUIDs next to each other are two ports of one card, and stay next to each other. */
function makeGuids(): (guid: bigint) => bigint {
  const made = new Map<bigint, bigint>()
  const used = new Set<bigint>()
  let next = 0n
  return (guid) => {
    const known = made.get(guid)
    if (known !== undefined) return known
    if (guid >> 32n === BigInt(`0x${guidPlaceholder}`)) return guid
    const beside = [made.get(guid - 1n), made.get(guid + 1n)]
    const near = [beside[0] && beside[0] + 1n, beside[1] && beside[1] - 1n].find(
      (one) => one !== undefined && !used.has(one),
    )
    const out = near ?? (BigInt(`0x${guidPlaceholder}`) << 32n) + ++next * APART
    made.set(guid, out)
    used.add(out)
    return out
  }
}

function parseIpv6(text: string): readonly bigint[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const parts = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return parts.every((part) => HEX_PART.test(part)) ? parts.map((part) => BigInt(`0x${part}`)) : undefined
}

/** As such addresses are written: no zeros in front, the first run of two zero groups and more left out. */
function compressed(groups: readonly bigint[]): string {
  const text = groups.map((group) => group.toString(16)).join(':')
  return text.replace(/(?:^|:)0(?::0)+(?::|$)/, '::')
}

function padded(group: bigint): string {
  return group.toString(16).padStart(4, '0')
}

function joined(groups: readonly bigint[]): bigint {
  return groups.reduce((sum, group) => (sum << 16n) | group, 0n)
}

function split(value: bigint): readonly bigint[] {
  return [48n, 32n, 16n, 0n].map((shift) => (value >> shift) & 0xffffn)
}
