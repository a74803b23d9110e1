import { hasNoNvlink, overview, type FieldValue, type NodeRow, type Overview, type OverviewField } from '../../overview'
import type { ReportContext } from '../context'
import type { Block, Content, Inline } from '../types'
import { fieldTable, type Field } from './field-table'
import { state, strong } from './format'

export function overviewOf({ session, options }: ReportContext): Overview {
  return overview(session, new Set(options.mutes.map(({ finding }) => finding)))
}

export function isOdd({ errors, warnings, oddFields, hardly }: NodeRow): boolean {
  return errors > 0 || warnings > 0 || oddFields > 0 || hardly
}

/** Nodes in rows: what they are, what is up, what was found. */
export function nodeTable(context: ReportContext, rows: readonly NodeRow[], dense = true): readonly Block[] {
  const { t, ui } = context
  const count = (n: number, kind: 'dead' | 'degraded'): Content => (n > 0 ? [state(kind, String(n))] : '0')
  const fields: readonly Field<NodeRow>[] = [
    { column: { title: t('machines.node'), width: 16 }, value: (row) => [strong(row.name)] },
    { column: { title: t('machines.product') }, value: (row) => row.product },
    { column: { title: t('machines.links'), align: 'right', width: 14 }, value: (row) => linksCell(context, row) },
    {
      column: { title: t('machines.nics'), align: 'right', width: 11 },
      value: (row) => fieldCell(context, row.fields.nics),
    },
    { column: { title: ui('word.errors'), align: 'right', width: 8 }, value: (row) => count(row.errors, 'dead') },
    {
      column: { title: ui('word.warnings'), align: 'right', width: 10 },
      value: (row) => count(row.warnings, 'degraded'),
    },
    { column: { title: t('notChecked.title'), align: 'right', width: 12 }, value: (row) => String(row.notChecked) },
  ]
  return fieldTable(context, t('summary.nodes'), rows, fields, dense)
}

const versionFields = ['driver', 'cuda', 'nccl', 'fabricManager'] as const satisfies readonly OverviewField[]

/** Versions of the same nodes; one that most nodes do not have is marked. */
export function versionTable(context: ReportContext, rows: readonly NodeRow[]): readonly Block[] {
  const { t, ui } = context
  const fields: readonly Field<NodeRow>[] = [
    { column: { title: t('machines.node'), width: 22 }, value: (row) => [strong(row.name)] },
    ...versionFields.map((field): Field<NodeRow> => ({
      column: { title: ui(`overview.${field}`) },
      value: ({ fields: { [field]: value } }) =>
        value.odd && value.text !== null ? [state('degraded', value.text)] : fieldCell(context, value),
    })),
  ]
  return fieldTable(context, t('machines.versions'), rows, fields, rows.length > 12)
}

function linksCell(context: ReportContext, row: NodeRow): Content | null {
  const { links } = row.fields
  const node = context.session.nodes.find(({ id }) => id === row.id)
  if (links.state === 'none' && node?.gpus.every(hasNoNvlink)) return context.t('machines.noNvlink')
  return fieldCell(context, links)
}

/** `142 of 144` with the cue of its state. */
function fieldCell(context: ReportContext, field: FieldValue): Content | null {
  if (field.text === null) return null
  const ratio = /^(\d+)\/(\d+)$/.exec(field.text)
  const text = ratio ? context.t('word.of', { n: ratio[1] ?? '', due: ratio[2] ?? '' }) : field.text
  const shown: Inline = field.state === 'degraded' || field.state === 'dead' ? state(field.state, text) : text
  return [shown]
}
