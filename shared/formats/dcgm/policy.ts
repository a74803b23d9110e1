import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** `dcgmi policy --get`. */
export interface DcgmPolicy {
  readonly title?: string
  readonly conditions: readonly AtLine<string>[]
  readonly settings: readonly { readonly name: string; readonly value: string; readonly line: number }[]
}

export const dcgmPolicy = defineBlockFormat<DcgmPolicy>({
  id: 'dcgm/policy',
  title: 'DCGM policy',
  command: 'dcgmi policy --get',
  example: '| Policy Information                                                 |',
  anchors: ['Policy Information'],
  begins: () => false,
  parse: () => null,
})
