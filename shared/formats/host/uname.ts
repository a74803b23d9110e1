import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface Uname {
  readonly hostname: AtLine<string>
  readonly kernel: AtLine<string>
  readonly architecture?: string
  /** The line is in a bug report: `uname: Linux ...`. */
  readonly text: string
}

export const uname = defineBlockFormat<Uname>({
  id: 'host/uname',
  title: 'Kernel and host name',
  command: 'uname -a',
  example:
    'Linux gn-a07 5.15.0-112-generic #122-Ubuntu SMP Thu May 23 07:48:21 UTC 2024 x86_64 x86_64 x86_64 GNU/Linux',
  anchors: ['Linux '],
  begins: () => false,
  parse: () => null,
})
