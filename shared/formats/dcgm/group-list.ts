import { defineBlockFormat } from '../../model/format'
import type { DcgmEntity } from './support/entity'
import { readEntity } from './support/entity'
import { isBlankText } from './support/text'
import { beginsTree, readTree } from './support/tree'

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
  anchors: ['| GROUPS ', '+---'],
  begins: (line, _hint, lines) => beginsTree(line, lines, (text) => /^\s*\| GROUPS\s/.test(text)),
  parse(lines, note) {
    const groups: { id: number; name?: string; entities: DcgmEntity[]; line: number }[] = []
    for (const row of readTree(lines, note).rows) {
      const value = row.values.map((text) => text.trim()).join(' ')
      if (row.depth === 1 && /^\d+$/.test(row.name)) groups.push({ id: Number(row.name), entities: [], line: row.line })
      const group = groups.at(-1)
      if (!group) continue
      if (row.name === 'Group Name' && !isBlankText(value)) group.name = value
      if (row.name === 'Entities') group.entities.push(...value.split(',').flatMap((text) => readEntity(text) ?? []))
    }
    return { groups }
  },
})
