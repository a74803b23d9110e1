import { defineBlockFormat } from '../../model/format'
import type { DcgmEntity } from './support/entity'

/** `dcgmi group -l`. */
export interface DcgmGroupList {
  readonly groups: readonly {
    readonly id: number
    readonly name?: string
    readonly entities: readonly DcgmEntity[]
    readonly line: number
  }[]
}

export const dcgmGroupList = defineBlockFormat<DcgmGroupList>({
  id: 'dcgm/group-list',
  title: 'DCGM groups',
  command: 'dcgmi group -l',
  example: '| GROUPS                                                                       |',
  anchors: ['| GROUPS ', ' groups found', ' group found'],
  begins: () => false,
  parse: () => null,
})
