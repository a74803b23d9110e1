import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** Taken only below its own command line. */
export interface BootId {
  readonly bootId: AtLine<string>
}

export const bootId = defineBlockFormat<BootId>({
  id: 'host/boot-id',
  title: 'Identity of the boot',
  command: 'cat /proc/sys/kernel/random/boot_id',
  example: '3d2f6c1e-8a34-4a7a-9d0e-5b8f0e6b7c21',
  // A random UUID: its third group begins with 4.
  anchors: [...'0123456789abcdef'].map((digit) => `-4${digit}`),
  begins: (line, hint) =>
    UUID.test(line) && (/\bboot_id\b/.test(hint.command ?? '') || /\bboot_id\b/.test(hint.title ?? '')),
  parse(lines) {
    const line = lines.next()
    return line ? { bootId: { value: line.text.trim(), line: line.number } } : null
  },
})

const UUID = /^\s*[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\s*$/
