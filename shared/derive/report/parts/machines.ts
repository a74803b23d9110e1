import { overviewFields, type NodeRow, type Overview, type OverviewField } from '../../overview'
import { gpuRows, nicRows, nodeFacts } from '../../overview-node'
import type { Node } from '../../../model/node'
import type { ReportContext } from '../context'
import { fieldTable } from '../support/field-table'
import { countText, listText, missing, state, strong } from '../support/format'
import { linkBlocks } from '../support/link-drawing'
import { isOdd, nodeTable, overviewOf, versionTable } from '../support/node-table'
import type { Block, Content, ReportSection } from '../types'

/** Rows of a list of all nodes. */
const MOST_ROWS = 24
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
  const { session } = context
  if (session.nodes.length <= MOST_WHOLE) return session.nodes
  const { rows } = overviewOf(context)
  const odd = rows.filter(isOdd)
  // Where all are alike one stands for them.
  const chosen = (odd.length > 0 ? odd : rows.slice(0, 1)).slice(0, MOST_ODD)
  return chosen.flatMap(({ id }) => session.nodes.filter((node) => node.id === id))
}

/** A fleet: what most nodes show, those that do not, and the names of the others. */
function listBlocks(context: ReportContext, pages: number): readonly Block[] {
  const { session, t } = context
  const { rows, majority } = overviewOf(context)
  const most = overviewFields.flatMap((field) => {
    const found = majority[field]
    return found
      ? [[fieldTitle(context, field), t('machines.majorityText', { value: found.text, n: found.count })] as const]
      : []
  })
  const odd = rows.filter(isOdd)
  const alike = rows.filter((row) => !isOdd(row))
  // A short fleet is listed whole; in a long one the alike say nothing by a row each.
  const listed = rows.length <= MOST_ROWS ? rows : odd
  return [
    { kind: 'heading', level: 2, text: t('machines.title'), note: t('machines.count', { n: session.nodes.length }) },
    { kind: 'text', style: 'note', content: t('machines.oddOnly', { n: pages, nodes: session.nodes.length }) },
    ...(most.length > 0
      ? [
          { kind: 'heading', level: 3, text: t('machines.majority') } as const,
          { kind: 'facts', columns: 2, rows: most } as const,
        ]
      : []),
    ...(listed.length > 0 ? [{ kind: 'heading', level: 3, text: t('machines.listed') } as const] : []),
    ...nodeTable(context, listed),
    ...(listed.length > 0 ? [{ kind: 'heading', level: 3, text: t('machines.versions') } as const] : []),
    ...versionTable(context, listed),
    ...(listed.length < rows.length ? alikeBlocks(context, alike, majority) : []),
  ]
}

/** Names of the nodes that say nothing by a row each; one of which less was captured is not called like the others. */
function alikeBlocks(
  context: ReportContext,
  rows: readonly NodeRow[],
  majority: Overview['majority'],
): readonly Block[] {
  const { t, ui } = context
  const gaps = ({ fields }: NodeRow): readonly OverviewField[] =>
    overviewFields.filter((field) => majority[field] && fields[field].text === null)
  const whole = rows.filter((row) => gaps(row).length === 0)
  const partly = rows.filter((row) => gaps(row).length > 0)
  const left = partly.length - MOST_ROWS
  return [
    ...(whole.length === 0
      ? []
      : [
          { kind: 'heading', level: 3, text: t('machines.alike', { n: whole.length }) } as const,
          {
            kind: 'text',
            content: listText(
              context,
              whole.map(({ name }) => name),
            ),
          } as const,
        ]),
    ...(partly.length === 0
      ? []
      : [
          { kind: 'heading', level: 3, text: t('machines.partly', { n: partly.length }) } as const,
          {
            kind: 'list',
            items: partly.slice(0, MOST_ROWS).map((row): Content => [
              strong(row.name),
              t('word.colon'),
              missing(context),
              t('word.colon'),
              listText(
                context,
                gaps(row).map((field) => fieldTitle(context, field)),
              ),
            ]),
          } as const,
        ]),
    ...(left > 0 ? [{ kind: 'text', style: 'note', content: ui('word.more', { n: left }) } as const] : []),
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
      // Tables fill the page of the facts; a drawing on its side begins one of its own.
      blocks: [...head, ...upright.flatMap(({ blocks }) => blocks), ...tables],
    }),
    ...(wide.length > 0
      ? [section({ id: `${id}-wide`, landscape: true, blocks: wide.flatMap(({ blocks }) => blocks) })]
      : []),
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

function gpuBlocks(context: ReportContext, node: Node): readonly Block[] {
  const { t, ui } = context
  type Row = ReturnType<typeof gpuRows>[number]
  return titled(
    t('machines.gpus'),
    fieldTable<Row>(context, t('machines.gpus'), gpuRows(node), [
      { column: { title: t('machines.gpu'), width: 8 }, value: (row) => [strong(row.label)] },
      { column: { title: t('machines.product'), width: 23 }, value: (row) => row.name ?? null },
      { column: { title: ui('overview.bus'), mono: true, width: 14 }, value: (row) => row.busId ?? null },
      { column: { title: t('machines.links'), align: 'right', width: 14 }, value: (row) => gpuLinks(context, row) },
      { column: { title: ui('overview.pcie'), width: 10 }, value: (row) => row.pcie },
      { column: { title: ui('overview.power'), align: 'right' }, value: (row) => row.power },
      { column: { title: ui('overview.temperature'), align: 'right' }, value: (row) => row.temperature },
      { column: { title: ui('overview.memory'), align: 'right' }, value: (row) => row.memory },
    ]),
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
  const rows = nicRows(node)
  return titled(
    t('machines.nicList'),
    namesInARow(
      context,
      rows,
      fieldTable<Row>(context, t('machines.nicList'), rows, [
        { column: { title: ui('word.nic'), width: 11 }, value: (row) => [strong(row.name)] },
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
      ]),
    ),
  )
}

/** NICs of which no more than the names are known need no table. */
function namesInARow(
  context: ReportContext,
  rows: ReturnType<typeof nicRows>,
  blocks: readonly Block[],
): readonly Block[] {
  const [table, ...notes] = blocks
  if (table?.kind !== 'table' || table.columns.length > 2 || rows.length < 2) return blocks
  const names = rows.map(({ name, device }) => (device === undefined ? name : `${name} ${device}`))
  return [{ kind: 'text', content: listText(context, names) }, ...notes]
}

function titled(title: string, blocks: readonly Block[]): readonly Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'heading', level: 3, text: title }, ...blocks]
}

function portCell({ portState, state: kind }: ReturnType<typeof nicRows>[number]): Content | null {
  if (portState === undefined) return null
  return kind === 'dead' ? [state('dead', portState)] : portState
}
