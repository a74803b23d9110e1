import type { Communicator } from '../../../model/nccl'
import { settingTables, type ResolvedRow, type SettingTable } from '../../nccl-settings'
import { findingAnchor, placeText, type ReportContext } from '../context'
import { code, listText, quiet, severityState, someOf, state } from '../support/format'
import { readingText, verdictText } from '../support/setting-words'
import type { Block, Content, Inline, ReportSection } from '../types'

const MOST_TABLES = 12
const MOST_WARNINGS = 20

/** Settings of each job with what NCCL makes of them, communicators, warnings. */
export function ncclPart(context: ReportContext): readonly ReportSection[] {
  const { session, t } = context
  const tables = settingTables(session).flatMap((table) => {
    const rows = table.rows.filter(({ kind }) => kind !== 'other')
    return rows.length === 0 ? [] : [{ ...table, rows }]
  })
  if (tables.length === 0 && session.communicators.length === 0) return []
  const blocks: Block[] = [{ kind: 'heading', level: 2, text: t('nccl.title') }]
  if (tables.length === 0) blocks.push({ kind: 'text', content: t('nccl.noSettings') })
  for (const table of tables.slice(0, MOST_TABLES)) blocks.push(...tableBlocks(context, table, tables))
  if (tables.length > MOST_TABLES)
    blocks.push({ kind: 'text', style: 'note', content: t('nccl.moreTables', { n: tables.length - MOST_TABLES }) })
  blocks.push(...communicatorBlocks(context), ...warningBlocks(context))
  return [{ part: 'nccl', id: 'nccl', title: t('nccl.title'), running: t('nccl.title'), landscape: false, blocks }]
}

function tableBlocks(context: ReportContext, table: SettingTable, all: readonly SettingTable[]): readonly Block[] {
  const { t, ui } = context
  const nodes = someOf(
    context,
    table.nodes.map((id) => context.nodeName(id)),
    4,
  )
  // Several jobs on the same nodes: what tells them apart is where they were read.
  const alike = all.some((one) => one !== table && one.kind === table.kind && String(one.nodes) === String(table.nodes))
  return [
    {
      kind: 'heading',
      level: 3,
      text: t(table.kind === 'job' ? 'nccl.job' : 'nccl.node', { nodes }),
      note: [
        ...(alike ? [documentsOf(context, table)] : []),
        ...(table.version === undefined ? [] : [`NCCL ${table.version}`]),
      ].join(' · '),
    },
    {
      kind: 'table',
      label: t('nccl.title'),
      dense: true,
      columns: [
        { title: '', width: 4 },
        { title: ui('nccl.variable'), mono: true, width: 24 },
        { title: ui('nccl.value'), mono: true, width: 14 },
        { title: ui('nccl.from'), width: 34 },
        { title: ui('nccl.verdict') },
      ],
      rows: table.rows.map((row) => settingCells(context, row)),
    },
  ]
}

function documentsOf(context: ReportContext, { rows }: SettingTable): string {
  const names = rows.map(({ source }) => context.documentName(source.document).split('/').at(-1) ?? '')
  return someOf(context, [...new Set(names)], 2)
}

function settingCells(context: ReportContext, row: ResolvedRow): readonly Content[] {
  const { ui } = context
  const { severity } = row.verdict
  const number = row.findings.map((finding) => numberOf(context, finding.id)).find((found) => found !== undefined)
  const nearest = row.kind === 'unknown' ? row.nearest[0] : undefined
  return [
    severity === undefined ? '' : [state(severityState[severity], '')],
    row.name,
    row.value === '' ? [quiet('""')] : row.value,
    [ui(`nccl.origin.${row.origin}`), '\n', quiet(placeText(context, row.source))],
    [
      ...(number !== undefined && context.has('findings')
        ? [
            { kind: 'link', to: findingAnchor(number), text: context.t('nccl.seeFinding', { n: number }) } as const,
            '. ',
          ]
        : []),
      ...(row.verdict.key === 'finding' ? [] : [verdictText(context, row)]),
      ...(nearest === undefined ? [] : [' ', context.t('nccl.meant'), ' ', code(nearest)]),
      ...(row.conflicting ? ['\n', state('degraded', ui('nccl.conflict'))] : []),
      ...readingText(context, row),
    ],
  ]
}

/** The number of the finding that this one stands under, or is. */
function numberOf(context: ReportContext, id: string): number | undefined {
  const top = context.findings.find((finding) => finding.id === id || finding.folds.some((fold) => fold.id === id))
  return top && context.number(top)
}

function communicatorBlocks(context: ReportContext): readonly Block[] {
  const { session, t, ui } = context
  if (session.communicators.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: t('nccl.communicators') },
    {
      kind: 'table',
      label: t('nccl.communicators'),
      dense: true,
      columns: [
        { title: ui('nccl.comm.ranks'), align: 'right', width: 10 },
        { title: ui('nccl.comm.hosts'), width: 14 },
        { title: ui('nccl.comm.version'), width: 11 },
        { title: ui('nccl.comm.network'), width: 11 },
        { title: ui('nccl.transports') },
        { title: ui('nccl.comm.channels'), align: 'right', width: 12 },
        { title: t('word.place'), width: 25 },
      ],
      rows: session.communicators.slice(0, 40).map((one) => communicatorCells(context, one)),
    },
  ]
}

function communicatorCells(context: ReportContext, one: Communicator): readonly Content[] {
  const unknown = (text: string): Content => (text === '' ? [quiet('–')] : text)
  const distinct = (texts: readonly string[]): string => listText(context, [...new Set(texts)])
  return [
    String(one.rankCount),
    someOf(context, one.hosts, 3),
    unknown(distinct(one.versions.map(({ value }) => value))),
    unknown(distinct(one.networks.map(({ value }) => value))),
    unknown(someOf(context, [...new Set(one.connections.map(({ via }) => via))], 4)),
    one.channels === undefined ? [quiet('–')] : String(one.channels.collective),
    [quiet(placeText(context, one.source))],
  ]
}

function warningBlocks(context: ReportContext): readonly Block[] {
  const { session, t } = context
  const warnings = session.communicators.flatMap((one) => one.warnings).filter(({ level }) => level === 'WARN')
  const distinct = [...new Map(warnings.map((one) => [`${one.source.document}:${one.source.line}`, one])).values()]
  if (distinct.length === 0) return []
  const left = distinct.length - MOST_WARNINGS
  return [
    { kind: 'heading', level: 3, text: t('nccl.warnings') },
    {
      kind: 'table',
      label: t('nccl.warnings'),
      dense: true,
      columns: [
        { title: context.ui('nccl.warning') },
        { title: context.ui('nccl.count'), align: 'right', width: 9 },
        { title: t('word.place'), width: 32 },
      ],
      rows: distinct
        .slice(0, MOST_WARNINGS)
        .map((one): readonly Content[] => [
          [code(one.text)] satisfies readonly Inline[],
          String(one.count),
          [quiet(placeText(context, one.source))],
        ]),
    },
    ...(left > 0 ? [{ kind: 'text', style: 'note', content: context.ui('word.more', { n: left }) } as const] : []),
  ]
}
