export interface IntegerReading {
  /** 0 without digits, as strtoll returns. */
  readonly value: number
  /** Text behind the number, which strtoll leaves. */
  readonly rest: string
  readonly digits: boolean
  readonly base: 8 | 10 | 16
  readonly outOfRange: boolean
}

const bases = [
  { base: 16, pattern: /^\s{0,20}([+-]?)0[xX]([0-9a-fA-F]+)/ },
  { base: 8, pattern: /^\s{0,20}([+-]?)(0[0-7]*)/ },
  { base: 10, pattern: /^\s{0,20}([+-]?)([1-9][0-9]*)/ },
] as const

const largest = 2n ** 63n - 1n

/** C's strtoll(text, &rest, 0): blanks, sign, 0x hexadecimal, leading 0 octal, else decimal. */
export function readInteger(text: string): IntegerReading {
  for (const { base, pattern } of bases) {
    const found = pattern.exec(text)
    if (!found) continue
    const [whole, sign, digits] = found
    const prefix = base === 16 ? '0x' : base === 8 ? '0o' : ''
    // Longer texts cannot fit into 64 bits; BigInt of a megabyte of digits would take its time.
    const magnitude = (digits ?? '').length > 30 ? largest + 2n : BigInt(`${prefix}${digits ?? '0'}`)
    const outOfRange = magnitude > (sign === '-' ? largest + 1n : largest)
    const value = Number(sign === '-' ? -magnitude : magnitude)
    return { value: outOfRange ? 0 : value, rest: text.slice(whole.length), digits: true, base, outOfRange }
  }
  return { value: 0, rest: text, digits: false, base: 10, outOfRange: false }
}
