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
  begins: () => false,
  parse: () => null,
})
