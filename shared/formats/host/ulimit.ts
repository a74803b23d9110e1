import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface Ulimit {
  readonly limits: readonly {
    readonly name: string
    readonly flag?: string
    readonly unit?: string
    readonly value: string
    readonly line: number
  }[]
  /** kbytes, or `unlimited`. */
  readonly memlock?: AtLine<string>
  readonly openFiles?: AtLine<string>
}

export const ulimit = defineBlockFormat<Ulimit>({
  id: 'host/ulimit',
  title: 'Limits of the shell',
  command: 'ulimit -a',
  example: 'max locked memory           (kbytes, -l) unlimited',
  anchors: ['max locked memory', 'core file size'],
  begins: () => false,
  parse: () => null,
})
