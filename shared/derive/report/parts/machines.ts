import { overview, overviewFields, type OverviewField } from '../../overview'
import { gpuRows, nicRows, nodeFacts } from '../../overview-node'
import type { Node } from '../../../model/node'
import type { ReportContext } from '../context'
import { countText, missing, state, strong } from '../support/format'
import { linkBlocks } from '../support/link-drawing'
import { fieldCell, nodeTable } from '../support/node-table'
import type { Block, Column, Content, ReportSection } from '../types'

/** Nodes up to here have a page each; of more, those that are odd. */
const MOST_WHOLE = 8
const MOST_ODD = 16

/** The list of machines, then a page for each with its facts, links, GPUs and NICs. */
export function machinesPart(context: ReportContext): readonly ReportSection[] {
  const { session, t, has } = context
  if (session.nodes.length === 0) return []
  const shown = shownNodes(context)
  // The summary lists few machines already, and each of them has a page.
  const several = session.nodes.length > MOST_WHOLE && has('machines')
  return [
    ...(several
      ? [
          {
            part: 'machines',
            id: 'machines',
            title: t('machines.title'),
            running: t('machines.title'),
            landscape: false,
            blocks: listBlocks(context, shown.length),
          } as const,
        ]
      : []),
    ...shown.flatMap((node) => nodeSections(context, node, several)),
  ]
}

function shownNodes(context: ReportContext): readonly Node[] {
  const { session, options } = context
  if (session.nodes.length <= MOST_WHOLE) return session.nodes
  const { rows } = overview(session, new Set(options.mutes.map(({ finding }) => finding)))
  const odd = rows.filter((row) => row.errors > 0 || row.warnings > 0 || row.oddFields > 0)
  // Where all are alike one stands for them.
  const chosen = new Set((odd.length > 0 ? odd : rows.slice(0, 1)).slice(0, MOST_ODD).map(({ id }) => id))
  return rows.flatMap(({ id }) => (chosen.has(id) ? session.nodes.filter((node) => node.id === id) : []))
}

const versionFields: readonly OverviewField[] = overviewFields.filter((field) =>
  ['driver', 'cuda', 'nccl', 'fabricManager'].includes(field),
)

function listBlocks(context: ReportContext, pages: number): readonly Block[] {
  const { session, options, t } = context
  const { rows, majority } = overview(session, new Set(options.mutes.map(({ finding }) => finding)))
  const { table } = nodeTable(context, rows.length)
  const most = overviewFields.flatMap((field) => {
    const found = majority[field]
    return found
      ? [[fieldTitle(context, field), t('machines.majorityText', { value: found.text, n: found.count })] as const]
      : []
  })
  return [
    { kind: 'heading', level: 2, text: t('machines.title'), note: t('machines.count', { n: session.nodes.length }) },
    ...(pages < session.nodes.length
      ? [
          {
            kind: 'text',
            style: 'note',
            content: t('machines.oddOnly', { n: pages, nodes: session.nodes.length }),
          } as const,
        ]
      : []),
    ...(most.length > 0 ? [{ kind: 'facts', columns: 2, rows: most } as const] : []),
    { ...table, dense: rows.length > 20 },
    { kind: 'heading', level: 3, text: t('machines.versions') },
    {
      kind: 'table',
      label: t('machines.versions'),
      dense: rows.length > 20,
      columns: [
        { title: t('machines.node'), width: 22 },
        ...versionFields.map((field): Column => ({ title: fieldTitle(context, field) })),
      ],
      rows: rows.map((row) => [
        [strong(row.name)],
        ...versionFields.map((field): Content => {
          const value = row.fields[field]
          return value.odd && value.text !== null ? [state('degraded', value.text)] : fieldCell(context, value)
        }),
      ]),
    },
  ]
}

function fieldTitle(context: ReportContext, field: OverviewField): string {
  const { t, ui } = context
  switch (field) {
    case 'product':
      return t('machines.product')
    case 'gpus':
      return t('machines.gpus')
    case 'links':
      return t('machines.links')
    case 'nics':
      return t('machines.nics')
    case 'driver':
      return ui('overview.driver')
    case 'cuda':
      return ui('overview.cuda')
    case 'nccl':
      return ui('overview.nccl')
    case 'fabricManager':
      return ui('overview.fabricManager')
  }
}

function nodeSections(context: ReportContext, node: Node, several: boolean): readonly ReportSection[] {
  const { has } = context
  const id = `node-${context.session.nodes.indexOf(node) + 1}`
  const links = has('links') ? linkBlocks(context, node) : undefined
  const head: readonly Block[] = [
    { kind: 'heading', level: 2, text: node.name, note: context.t('machines.node') },
    ...(has('machines') ? [facts(context, node)] : []),
  ]
  const tables = has('machines') ? [...gpuBlocks(context, node), ...nicBlocks(context, node)] : []
  const section = (part: Partial<ReportSection> & Pick<ReportSection, 'id' | 'blocks'>): ReportSection => ({
    part: 'machines',
    title: node.name,
    running: node.name,
    landscape: false,
    unlisted: true,
    ...part,
  })
  const wide = links?.filter(({ landscape }) => landscape) ?? []
  const upright = links?.filter(({ landscape }) => !landscape) ?? []
  return [
    section({
      id,
      unlisted: several,
      blocks: [...head, ...upright.flatMap(({ blocks }) => blocks), ...(wide.length === 0 ? tables : [])],
    }),
    ...wide.map(({ blocks }, i) => section({ id: `${id}-wide${i + 1}`, landscape: true, blocks })),
    ...(wide.length > 0 && tables.length > 0 ? [section({ id: `${id}-parts`, blocks: tables })] : []),
  ]
}

function facts(context: ReportContext, node: Node): Block {
  const { ui } = context
  return {
    kind: 'facts',
    columns: 2,
    rows: nodeFacts(node).map(({ name, value }) => [ui(`overview.fact.${name}`), value ?? [missing(context)]]),
  }
}

/** A column of captured values: null where no capture shows one. */
interface Field<Row> {
  readonly column: Column
  readonly value: (row: Row) => Content | null
}

/** A table without the columns that no capture shows; those are named below it, for unknown is not nothing. */
function fieldTable<Row>(
  context: ReportContext,
  label: string,
  rows: readonly Row[],
  name: Field<Row>,
  fields: readonly Field<Row>[],
): readonly Block[] {
  if (rows.length === 0) return []
  const known = fields.filter(({ value }) => rows.some((row) => value(row) !== null))
  const unknown = fields.filter((field) => !known.includes(field))
  const columns = [name, ...known]
  return [
    { kind: 'heading', level: 3, text: label },
    {
      kind: 'table',
      label,
      dense: true,
      columns: columns.map(({ column }) => column),
      rows: rows.map((row) => columns.map(({ value }) => value(row) ?? [missing(context)])),
    },
    ...(unknown.length === 0
      ? []
      : [
          {
            kind: 'text',
            style: 'note',
            content: [
              state('unknown', context.ui('word.notInCapture')),
              `: ${unknown.map(({ column }) => column.title).join(context.t('word.separator'))}`,
            ],
          } as const,
        ]),
  ]
}

function gpuBlocks(context: ReportContext, node: Node): readonly Block[] {
  const { t, ui } = context
  type Row = ReturnType<typeof gpuRows>[number]
  return fieldTable<Row>(
    context,
    t('machines.gpus'),
    gpuRows(node),
    { column: { title: t('machines.gpu'), width: 8 }, value: (row) => [strong(row.label)] },
    [
      { column: { title: t('machines.product') }, value: (row) => row.name ?? null },
      { column: { title: ui('overview.bus'), mono: true, width: 15 }, value: (row) => row.busId ?? null },
      { column: { title: t('machines.links'), align: 'right', width: 14 }, value: (row) => gpuLinks(context, row) },
      { column: { title: ui('overview.pcie'), width: 14 }, value: (row) => row.pcie },
      { column: { title: ui('overview.power'), align: 'right' }, value: (row) => row.power },
      { column: { title: ui('overview.temperature'), align: 'right' }, value: (row) => row.temperature },
      { column: { title: ui('overview.memory'), align: 'right' }, value: (row) => row.memory },
    ],
  )
}

function gpuLinks(context: ReportContext, row: ReturnType<typeof gpuRows>[number]): Content | null {
  const { t } = context
  if (row.linksUp === undefined) return null
  const text = row.linksDue === undefined ? String(row.linksUp) : t('word.of', { n: row.linksUp, due: row.linksDue })
  return row.linksState === undefined ? text : [state(row.linksState, text)]
}

function nicBlocks(context: ReportContext, node: Node): readonly Block[] {
  const { t, ui } = context
  type Row = ReturnType<typeof nicRows>[number]
  return fieldTable<Row>(
    context,
    t('machines.nicList'),
    nicRows(node),
    { column: { title: ui('word.nic'), width: 11 }, value: (row) => [strong(row.name)] },
    [
      { column: { title: ui('overview.device'), mono: true, width: 18 }, value: (row) => row.device ?? null },
      {
        column: { title: ui('overview.rate'), align: 'right', width: 12 },
        value: (row) => (row.rate === undefined ? null : countText(row.rate)),
      },
      { column: { title: ui('overview.layer') }, value: (row) => row.layer ?? null },
      { column: { title: ui('overview.port') }, value: (row) => portCell(row) },
      { column: { title: ui('overview.bus'), mono: true, width: 16 }, value: (row) => row.busId ?? null },
      {
        column: { title: ui('overview.numaNode'), align: 'right', width: 12 },
        value: (row) => (row.numa === undefined ? null : String(row.numa)),
      },
    ],
  )
}

function portCell({ portState, state: kind }: ReturnType<typeof nicRows>[number]): Content | null {
  if (portState === undefined) return null
  return kind === 'dead' ? [state('dead', portState)] : portState
}
