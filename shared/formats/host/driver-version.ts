import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface DriverVersion {
  readonly version: AtLine<string>
  readonly open: boolean
}

export const driverVersion = defineBlockFormat<DriverVersion>({
  id: 'host/driver-version',
  title: 'Loaded NVIDIA kernel module',
  command: 'cat /proc/driver/nvidia/version',
  example: 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5 22:23:56 UTC 2024',
  anchors: ['NVRM version:'],
  begins: (line) => VERSION.test(line),
  parse(lines) {
    const line = lines.next()
    const found = VERSION.exec(line?.text ?? '')
    if (!line || !found) return null
    if (/^GCC version: /.test(lines.peek()?.text ?? '')) lines.next()
    return { version: { value: found[2] ?? '', line: line.number }, open: /Open Kernel Module/.test(line.text) }
  },
})

// `NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue ...`, `... Open Kernel Module for x86_64  560.35.03 ...`
const VERSION = /^\s*NVRM version: NVIDIA UNIX (.{1,60}?)\s{1,4}(\d{2,4}\.\d{1,4}(?:\.\d{1,4})?)\s/
