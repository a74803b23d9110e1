import type { RunCurve } from '@shared/derive/bandwidth'
import type { RunRow } from '@shared/model/run'
import type { Column } from '../../components/table'
import { bytes, number, t } from '../../i18n.svelte'
import { collectiveText } from './words'

export interface ValueRow {
  readonly id: string
  readonly curve: RunCurve
  readonly row: RunRow
}

export function valueRows(curves: readonly RunCurve[]): readonly ValueRow[] {
  return curves.flatMap((curve) => curve.run.rows.map((row, i) => ({ id: `${curve.run.id}:${i}`, curve, row })))
}

/** The numbers behind the curves: what the table shows, copies and exports. */
export function valueColumns(): readonly Column<ValueRow>[] {
  const measure = (
    id: string,
    title: string,
    pick: (row: RunRow) => number | null | undefined,
    decimals: number,
  ): Column<ValueRow> => ({
    id,
    title,
    align: 'right',
    value: ({ row }) => pick(row) ?? null,
    text: ({ row }) => {
      const value = pick(row)
      return value === undefined || value === null ? '' : number(value, decimals)
    },
  })
  return [
    { id: 'run', title: t('bw.matrix.run'), maxWidth: 260, value: ({ curve }) => curve.label },
    { id: 'collective', title: t('bw.collective'), value: ({ curve }) => collectiveText(curve.run.collective) },
    {
      id: 'size',
      title: t('bw.size'),
      align: 'right',
      value: ({ row }) => row.size,
      text: ({ row }) => bytes(row.size),
    },
    measure('out.time', `${t('bw.outOfPlace')} us`, (row) => row.outOfPlace?.time, 2),
    measure('out.algbw', 'algbw GB/s', (row) => row.outOfPlace?.algbw, 2),
    measure('out.busbw', 'busbw GB/s', (row) => row.outOfPlace?.busbw, 2),
    measure('out.wrong', '#wrong', (row) => row.outOfPlace?.wrong, 0),
    measure('in.time', `${t('bw.inPlace')} us`, (row) => row.inPlace?.time, 2),
    measure('in.algbw', 'algbw GB/s', (row) => row.inPlace?.algbw, 2),
    measure('in.busbw', 'busbw GB/s', (row) => row.inPlace?.busbw, 2),
    measure('in.wrong', '#wrong', (row) => row.inPlace?.wrong, 0),
    { id: 'line', title: t('word.line'), align: 'right', dim: true, value: ({ row }) => row.source.line },
  ]
}
