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
  anchors: [],
  begins: () => false,
  parse: () => null,
})
