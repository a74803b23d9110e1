import { defineBlockFormat } from '../../model/format'

/** `dcgmi config --get`: words as printed (`Not Specified`, `Unrestricted`, ...); `****` differs over the group. */
export interface DcgmConfig {
  readonly gpu?: number
  readonly group?: string
  readonly name?: string
  readonly fields: readonly {
    readonly field: string
    readonly current?: string
    readonly target?: string
    readonly line: number
  }[]
}

export const dcgmConfig = defineBlockFormat<DcgmConfig>({
  id: 'dcgm/config',
  title: 'DCGM configuration',
  command: 'dcgmi config --get',
  example: '| Field                    | Target                   | Current          |',
  anchors: ['| Field '],
  begins: () => false,
  parse: () => null,
})
