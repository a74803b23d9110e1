import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { LineCursor } from '../../model/format'
import { keyValue } from './support/text'

/** Serial numbers and UUIDs are not read. */
export interface Dmidecode {
  readonly manufacturer?: AtLine<string>
  readonly product?: AtLine<string>
  readonly family?: AtLine<string>
  readonly baseBoardManufacturer?: AtLine<string>
  readonly baseBoardProduct?: AtLine<string>
  readonly bios?: AtLine<string>
  /** The names tell a guest: `KVM`, `VMware`, ... */
  readonly hypervisor?: AtLine<string>
}

export const dmidecode = defineBlockFormat<Dmidecode>({
  id: 'host/dmidecode',
  title: 'Machine make and model',
  command: 'dmidecode -t system',
  example: 'System Information',
  anchors: ['DMI type ', 'System Information', 'Base Board Information', '# dmidecode '],
  begins(line, _hint, lines) {
    if (/^# dmidecode \d/.test(line) || HANDLE.test(line)) return true
    return /^(?:System|Base Board) Information\s*$/.test(line) && /^\s+Manufacturer:/.test(lines.peek(1)?.text ?? '')
  },
  parse(lines) {
    const value: { -readonly [key in keyof Dmidecode]: Dmidecode[key] } = {}
    let title = ''
    for (let line = lines.peek(); line; line = lines.peek()) {
      const { text } = line
      if (/^\S/.test(text)) {
        if (!HANDLE.test(text) && !PREAMBLE.test(text) && !/^\s+\S/.test(lines.peek(1)?.text ?? '') && !ENDS.test(text))
          break
        title = text.trim()
      } else if (text.trim() === '') {
        if (!goesOn(lines)) break
      } else readField(value, title, text, line.number)
      lines.next()
    }
    return value
  },
})

const HANDLE = /^Handle 0x[0-9A-Fa-f]{4}, DMI type \d{1,3}, \d{1,4} bytes/
const PREAMBLE =
  /^(?:# dmidecode|Getting SMBIOS|SMBIOS \d|Scanning |\d+ structures occupying|Table at 0x|\/sys\/firmware|\/dev\/mem: )/
const ENDS = /^(?:End Of Table|Invalid entry)/

/** Names that a virtual machine gives itself. Amazon and others name bare metal alike, so they are not here. */
const HYPERVISORS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:QEMU|KVM|OpenStack)\b/, 'KVM'],
  [/\bVMware\b/, 'VMware'],
  [/^Virtual Machine$/, 'Hyper-V'],
  [/\bXen\b|HVM domU/, 'Xen'],
  [/Google Compute Engine/, 'KVM'],
]

function readField(
  into: { -readonly [key in keyof Dmidecode]: Dmidecode[key] },
  title: string,
  text: string,
  line: number,
): void {
  const pair = keyValue(text)
  if (!pair || pair.value === '' || /^(?:Not Specified|To Be Filled|Default string|Unknown$)/i.test(pair.value)) return
  const { key, value } = pair
  const at = { value, line }
  if (title === 'System Information') {
    if (key === 'Manufacturer') into.manufacturer ??= at
    else if (key === 'Product Name') into.product ??= at
    else if (key === 'Family') into.family ??= at
    else return
    const found = key === 'Family' ? undefined : HYPERVISORS.find(([form]) => form.test(value))?.[1]
    if (found !== undefined) into.hypervisor ??= { value: found, line }
  } else if (title === 'Base Board Information') {
    if (key === 'Manufacturer') into.baseBoardManufacturer ??= at
    else if (key === 'Product Name') into.baseBoardProduct ??= at
  } else if (title === 'BIOS Information' && key === 'Version') into.bios ??= at
}

function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 2; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '')
      return (
        HANDLE.test(text) ||
        PREAMBLE.test(text) ||
        ENDS.test(text) ||
        (/ Information\s*$/.test(text) && /^\s+\S/.test(lines.peek(i + 1)?.text ?? ''))
      )
  }
  return false
}
