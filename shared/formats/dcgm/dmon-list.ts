import { defineBlockFormat } from '../../model/format'

/** `dcgmi dmon -l`: a list of names, no measurement. */
export interface DcgmDmonList {
  readonly fields: readonly {
    readonly name: string
    readonly tag: string
    readonly id: number
    readonly line: number
  }[]
}

export const dcgmDmonList = defineBlockFormat<DcgmDmonList>({
  id: 'dcgm/dmon-list',
  title: 'List of DCGM fields',
  command: 'dcgmi dmon -l',
  example: 'Long Name                                Short Name   Field ID',
  anchors: ['Long Name'],
  begins: () => false,
  parse: () => null,
})
