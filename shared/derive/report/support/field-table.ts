import type { ReportContext } from '../context'
import type { Block, Column, Content } from '../types'
import { listText, missing, state } from './format'

/** A column of captured values: null where no capture shows one. */
export interface Field<Row> {
  readonly column: Column
  readonly value: (row: Row) => Content | null
}

/** A table without the columns that no capture shows; those are named below it, for unknown is not nothing. */
export function fieldTable<Row>(
  context: ReportContext,
  label: string,
  rows: readonly Row[],
  fields: readonly Field<Row>[],
  dense = true,
): readonly Block[] {
  if (rows.length === 0) return []
  const known = fields.filter(({ value }) => rows.some((row) => value(row) !== null))
  const unknown = fields.filter((field) => !known.includes(field))
  // Names alone, of which nothing is known, are no table.
  const said = known.length > 1 || fields.length === 1
  return [
    ...(said
      ? [
          {
            kind: 'table',
            label,
            dense,
            columns: known.map(({ column }) => column),
            rows: rows.map((row) => known.map(({ value }) => value(row) ?? [missing(context)])),
          } as const,
        ]
      : []),
    ...(unknown.length === 0
      ? []
      : [
          {
            kind: 'text',
            style: 'note',
            content: [
              state('unknown', context.ui('word.notInCapture')),
              context.t('word.colon') +
                listText(
                  context,
                  unknown.map(({ column }) => column.title),
                ),
            ],
          } as const,
        ]),
  ]
}
