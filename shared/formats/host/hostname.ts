import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** One word, taken only below its own command line. */
export interface Hostname {
  readonly hostname: AtLine<string>
}

export const hostname = defineBlockFormat<Hostname>({
  id: 'host/hostname',
  title: 'Host name',
  command: 'hostname',
  example: 'gn-a07',
  anchors: [],
  begins: () => false,
  parse: () => null,
})
