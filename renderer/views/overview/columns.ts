import type { FieldValue, NodeRow, OverviewField } from '@shared/derive/overview'
import type { UiKey } from '@shared/messages/ui'
import type { Column } from '../../components/table'

interface Context {
  t(key: UiKey, data?: Readonly<Record<string, string | number>>): string
  /** Words of the worst finding of a row. */
  worst(row: NodeRow): string
  number(value: number, decimals: number): string
  /** Products differ between the nodes: then they need a column. */
  mixed: boolean
  several: boolean
}

/** The words of a field: "7 of 8" where only a part is there. Empty where nothing is known: the icon says so. */
export function fieldText(field: OverviewField, value: FieldValue, t: Context['t']): string {
  if (value.state === 'none') return t('overview.noNvlink')
  const [n, due] = (value.text ?? '').split('/')
  if (due === undefined || n === undefined || (field !== 'gpus' && field !== 'nics')) return value.text ?? ''
  return t(field === 'gpus' ? 'overview.ofGpus' : 'overview.ofNics', { n, due })
}

const versions: readonly OverviewField[] = ['driver', 'cuda', 'nccl', 'fabricManager']

/** Columns of the node table; the text of a cell is what the table copies. */
export function nodeColumns({ t, worst, number, mixed, several }: Context): readonly Column<NodeRow>[] {
  const field = (id: OverviewField, title: string, align: 'left' | 'right'): Column<NodeRow> => ({
    id,
    title,
    align,
    mono: versions.includes(id),
    value: (row) => row.fields[id].number ?? row.fields[id].text,
    text: (row) => fieldText(id, row.fields[id], t),
    state: (row) => {
      const { state } = row.fields[id]
      return state === 'none' ? undefined : state
    },
    hint: (row) =>
      row.fields[id].state === 'unknown'
        ? t('word.notInCapture')
        : row.fields[id].state === 'none'
          ? t('overview.noNvlink')
          : undefined,
  })
  return [
    { id: 'name', title: t('word.node'), strong: true, value: (row) => row.name },
    {
      id: 'worst',
      title: t('overview.worst'),
      maxWidth: 320,
      value: (row) => (row.worst ? (row.worst.severity === 'error' ? 0 : 1) : 2),
      text: worst,
      hint: worst,
    },
    ...(several
      ? [
          {
            id: 'odd',
            title: t('overview.oddFields'),
            align: 'right',
            value: (row) => row.oddFields,
          } satisfies Column<NodeRow>,
        ]
      : []),
    ...(mixed
      ? [
          {
            id: 'product',
            title: t('overview.product'),
            maxWidth: 260,
            value: (row) => row.fields.product.text,
          } satisfies Column<NodeRow>,
        ]
      : []),
    field('gpus', t('overview.gpus'), 'right'),
    field('links', t('overview.links'), 'right'),
    field('nics', t('overview.nics'), 'right'),
    field('driver', t('overview.driver'), 'left'),
    field('nccl', t('overview.nccl'), 'left'),
    field('fabricManager', t('overview.fabricManager'), 'left'),
    {
      id: 'busbw',
      title: t('overview.busbw'),
      align: 'right',
      value: (row) => row.busBandwidth ?? null,
      text: (row) => (row.busBandwidth === undefined ? '' : number(row.busBandwidth, 1)),
      state: (row) => (row.busBandwidth === undefined ? 'unknown' : undefined),
      hint: (row) => (row.busBandwidth === undefined ? t('word.notInCapture') : undefined),
    },
    { id: 'notChecked', title: t('overview.notChecked'), align: 'right', value: (row) => row.notChecked },
  ]
}
