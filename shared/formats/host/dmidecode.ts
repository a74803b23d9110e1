import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

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
  anchors: ['System Information', 'Base Board Information'],
  begins: () => false,
  parse: () => null,
})
