import { hasNoNvlink, overview, type FieldValue, type NodeRow } from '../../overview'
import type { ReportContext } from '../context'
import type { Content, Inline, TableBlock } from '../types'
import { missing, state, strong } from './format'

/** Nodes in rows, the odd ones first; `left` says how many are not shown. */
export function nodeTable(context: ReportContext, most: number): { readonly table: TableBlock; readonly left: number } {
  const { session, options, t, ui } = context
  const { rows } = overview(session, new Set(options.mutes.map(({ finding }) => finding)))
  const shown = rows.slice(0, most)
  return {
    left: rows.length - shown.length,
    table: {
      kind: 'table',
      label: t('summary.nodes'),
      columns: [
        { title: t('machines.node'), width: 18 },
        { title: t('machines.product') },
        { title: t('machines.links'), align: 'right', width: 14 },
        { title: t('machines.nics'), align: 'right', width: 10 },
        { title: ui('word.errors'), align: 'right', width: 9 },
        { title: ui('word.warnings'), align: 'right', width: 11 },
        { title: t('notChecked.title'), align: 'right', width: 12 },
      ],
      rows: shown.map((row) => cells(context, row)),
    },
  }
}

function cells(context: ReportContext, row: NodeRow): readonly Content[] {
  const count = (n: number): Content => String(n)
  return [
    [strong(row.name)],
    row.product ?? [missing(context)],
    linksCell(context, row),
    fieldCell(context, row.fields.nics),
    row.errors > 0 ? [state('dead', String(row.errors))] : count(0),
    row.warnings > 0 ? [state('degraded', String(row.warnings))] : count(0),
    count(row.notChecked),
  ]
}

function linksCell(context: ReportContext, row: NodeRow): Content {
  const { links } = row.fields
  const node = context.session.nodes.find(({ id }) => id === row.id)
  if (links.state === 'none' && node?.gpus.every(hasNoNvlink)) return context.t('machines.noNvlink')
  return fieldCell(context, links)
}

/** `142 of 144` with the cue of its state; an odd value of a fleet is marked in words elsewhere. */
export function fieldCell(context: ReportContext, field: FieldValue): Content {
  if (field.text === null) return [missing(context)]
  const ratio = /^(\d+)\/(\d+)$/.exec(field.text)
  const text = ratio ? context.t('word.of', { n: ratio[1] ?? '', due: ratio[2] ?? '' }) : field.text
  const shown: Inline = field.state === 'degraded' || field.state === 'dead' ? state(field.state, text) : text
  return [shown]
}
