/**
 * PCI ids come as `00000000:00:06.0`, `0000:00:06.0`, `0000:00:06`, `00:06.0`, `PCI:0000:9b:00`, `0000:9B:00`. All of one
 * function become `dddd:bb:dd.f`, lower case, domain kept (Azure and GB200 differ in the domain only). Domains above ffff
 * (8 hex digits with a value there) keep their digits.
 */
export function normaliseBusId(text: string): string | undefined {
  const match = /^(?:PCI:)?(?:([0-9a-f]{1,8}):)?([0-9a-f]{1,2}):([0-9a-f]{1,2})(?:\.([0-7]))?$/i.exec(text.trim())
  if (!match) return undefined
  const domain = parseInt(match[1] ?? '0', 16)
  const bus = parseInt(match[2] ?? '0', 16)
  const device = parseInt(match[3] ?? '0', 16)
  return `${domain.toString(16).padStart(4, '0')}:${hex2(bus)}:${hex2(device)}.${match[4] ?? '0'}`
}

/** NCCL's `busId 17000`: hex digits of domain, bus, device and function run together, last digit the function. */
export function busIdFromNccl(hex: string): string | undefined {
  if (!/^(?:0x)?[0-9a-f]{1,12}$/i.test(hex)) return undefined
  const value = BigInt(hex.toLowerCase().startsWith('0x') ? hex : `0x${hex}`)
  const fn = Number(value & 0xfn)
  const device = Number((value >> 4n) & 0xffn)
  const bus = Number((value >> 12n) & 0xffn)
  const domain = Number(value >> 20n)
  return `${domain.toString(16).padStart(4, '0')}:${hex2(bus)}:${hex2(device)}.${fn.toString(16)}`
}

/** `FFFFFFFF:FF:FF.0` stands for a far end that a virtual machine hides. */
export function isHiddenBusId(text: string): boolean {
  return /^f{4,8}:ff:ff\.0$/i.test(text.trim())
}

function hex2(value: number): string {
  return value.toString(16).padStart(2, '0')
}
