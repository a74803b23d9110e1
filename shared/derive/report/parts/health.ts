import { counterRows, eventRows, healthCharts, type EventRow } from '../../health'
import { isUiKey } from '../../../messages/ui'
import { placeText, type ReportContext } from '../context'
import { code, countText, listText, quiet, rateText, state } from '../support/format'
import type { Block, Column, Content, ReportSection } from '../types'

const MOST_ROWS = 40
const MOST_CHARTS = 24

const resultOrder = { dead: 0, degraded: 1, unknown: 2, good: 3 } as const

/** Test results, events, counters that grew, and samples in figures. */
export function healthPart(context: ReportContext): readonly ReportSection[] {
  const { t } = context
  const blocks = [
    ...resultBlocks(context),
    ...eventBlocks(context),
    ...counterBlocks(context),
    ...sampleBlocks(context),
  ]
  if (blocks.length === 0) return []
  return [
    {
      part: 'health',
      id: 'health',
      title: t('health.title'),
      running: t('health.title'),
      landscape: false,
      blocks: [{ kind: 'heading', level: 2, text: t('health.title') }, ...blocks],
    },
  ]
}

function nodeColumn(context: ReportContext): readonly Column[] {
  return context.session.nodes.length > 1 ? [{ title: context.t('machines.node'), width: 15 }] : []
}

function nodeCell(context: ReportContext, node: string): readonly Content[] {
  return context.session.nodes.length > 1 ? [context.nodeName(node)] : []
}

function more(context: ReportContext, left: number): readonly Block[] {
  return left > 0 ? [{ kind: 'text', style: 'note', content: context.ui('word.more', { n: left }) }] : []
}

function resultBlocks(context: ReportContext): readonly Block[] {
  const { session, t, ui } = context
  const rows = session.health.results.toSorted((a, b) => resultOrder[a.state] - resultOrder[b.state])
  if (rows.length === 0) return []
  const bad = rows.filter(({ state: kind }) => kind !== 'good')
  const passed = rows.length - bad.length
  return [
    { kind: 'heading', level: 3, text: t('health.results'), note: t('health.passed', { n: passed, all: rows.length }) },
    ...(bad.length === 0
      ? []
      : [
          {
            kind: 'table',
            label: t('health.results'),
            dense: true,
            columns: [
              { title: ui('health.result'), width: 14 },
              { title: ui('health.test'), width: 20 },
              ...nodeColumn(context),
              { title: ui('health.entity'), width: 10 },
              { title: ui('health.text') },
            ],
            rows: bad
              .slice(0, MOST_ROWS)
              .map((row): readonly Content[] => [
                [state(row.state, row.result)],
                row.test,
                ...nodeCell(context, row.node),
                row.entity ?? '',
                [row.text ?? '', '\n', quiet(placeText(context, row.source))],
              ]),
          } as const,
        ]),
    ...more(context, bad.length - MOST_ROWS),
    { kind: 'text', style: 'note', content: ui('health.diagNote') },
  ]
}

function eventBlocks(context: ReportContext): readonly Block[] {
  const { session, t, ui } = context
  const weight = (row: EventRow): number => (row.state === 'dead' ? 0 : row.state === 'degraded' ? 1 : 2)
  const all = eventRows(session.nodes)
  // Too many for paper: the bad ones stay, in order of time.
  const rows =
    all.length <= MOST_ROWS
      ? all
      : all.filter((row) =>
          all
            .toSorted((a, b) => weight(a) - weight(b))
            .slice(0, MOST_ROWS)
            .includes(row),
        )
  if (rows.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: t('health.events') },
    {
      kind: 'table',
      label: t('health.events'),
      dense: true,
      columns: [
        { title: ui('word.time'), width: 17 },
        ...nodeColumn(context),
        { title: ui('health.kind'), width: 16 },
        { title: t('health.line') },
        { title: ui('health.times'), align: 'right', width: 8 },
      ],
      rows: rows.map((row): readonly Content[] => [
        timeText(context, row),
        ...nodeCell(context, row.node),
        [
          state(
            row.state === 'info' ? 'info' : row.state,
            row.event.code === undefined ? row.event.kind : `${row.event.kind} ${row.event.code}`,
          ),
          ...(row.gpuLabel === undefined ? [] : ['\n', quiet(row.gpuLabel)]),
        ],
        [
          code(row.event.text.slice(0, 300)),
          '\n',
          quiet([row.name, placeText(context, row.event.source)].filter(Boolean).join(' · ')),
        ],
        countText(row.event.count),
      ]),
    },
    ...more(context, all.length - rows.length),
  ]
}

function timeText(context: ReportContext, { event }: EventRow): Content {
  if (event.timeText !== undefined) return event.timeText
  if (event.bootSeconds !== undefined) return context.ui('health.bootTime', { seconds: Math.round(event.bootSeconds) })
  return [quiet('–')]
}

function counterBlocks(context: ReportContext): readonly Block[] {
  const { session, t, ui } = context
  const times = session.health.documentTimes
  const rows = counterRows(session, (document) => times[document])
    .filter((row) => row.errors && (row.last > 0 || (row.grown ?? 0) > 0))
    .sort((a, b) => (b.grown ?? -1) - (a.grown ?? -1) || b.last - a.last)
  if (rows.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: t('health.counters') },
    {
      kind: 'table',
      label: t('health.counters'),
      dense: true,
      columns: [
        ...nodeColumn(context),
        { title: ui('health.entity'), width: 14 },
        { title: ui('health.counter') },
        { title: ui('health.last'), align: 'right', width: 10 },
        { title: ui('health.grown'), align: 'right', width: 14 },
        { title: t('word.place'), width: 24 },
      ],
      rows: rows.slice(0, MOST_ROWS).map((row): readonly Content[] => [
        ...nodeCell(context, row.node),
        row.entity,
        row.counter,
        countText(row.last),
        row.reset
          ? [quiet(ui('health.reset'))]
          : row.grown === undefined
            ? [quiet(ui('health.once'))]
            : row.grown > 0
              ? [state('degraded', countText(row.grown))]
              : countText(row.grown),
        [
          quiet(
            listText(
              context,
              row.sources.map((source) => placeText(context, source)),
            ),
          ),
        ],
      ]),
    },
    ...more(context, rows.length - MOST_ROWS),
    { kind: 'text', style: 'note', content: ui('health.lifetime') },
  ]
}

/** Samples over time as figures: lowest, mean, highest of each quantity over the parts of a node. */
function sampleBlocks(context: ReportContext): readonly Block[] {
  const { session, t, ui } = context
  const charts = healthCharts(session.health.series)
  if (charts.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: t('health.samples') },
    {
      kind: 'table',
      label: t('health.samples'),
      dense: true,
      columns: [
        ...nodeColumn(context),
        { title: ui('health.quantity') },
        { title: t('health.parts'), align: 'right', width: 9 },
        { title: ui('health.count'), align: 'right', width: 11 },
        { title: ui('health.min'), align: 'right', width: 12 },
        { title: ui('health.mean'), align: 'right', width: 12 },
        { title: ui('health.max'), align: 'right', width: 12 },
      ],
      rows: charts.slice(0, MOST_CHARTS).map((chart): readonly Content[] => {
        const values = chart.series.flatMap((series) =>
          series.values.filter((value): value is number => value !== null),
        )
        const sum = values.reduce((a, b) => a + b, 0)
        const text = (value: number): string => `${rateText(value)}${chart.unit === '' ? '' : ` ${chart.unit}`}`
        return [
          ...nodeCell(context, chart.node),
          quantityText(context, chart.quantity, chart.label),
          String(chart.series.length),
          countText(values.length),
          ...(values.length === 0
            ? ['–', '–', '–']
            : [
                text(values.reduce((a, b) => Math.min(a, b))),
                text(sum / values.length),
                text(values.reduce((a, b) => Math.max(a, b))),
              ]),
        ]
      }),
    },
    ...more(context, charts.length - MOST_CHARTS),
  ]
}

function quantityText(context: ReportContext, quantity: string, label: string): string {
  const own = quantity.replace(/^(?:dmon|dcgm)\./, '')
  const key = `quantity.${own}`
  return isUiKey(key) ? `${context.ui(key)} (${own})` : label
}
