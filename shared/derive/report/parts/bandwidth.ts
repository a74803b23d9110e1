import { acceptedFrom, collectivesOf, expectedBand, runCurves, type CurvePoint, type RunCurve } from '../../bandwidth'
import { heatMap } from '../../bandwidth-matrix'
import { isUiKey } from '../../../messages/ui'
import { placeText, type ReportContext } from '../context'
import { diagnosisBlocks } from '../support/diagnosis'
import { countText, listText, quiet, rateText, sentences, sizeText, state } from '../support/format'
import type { Block, Chart, Content, ReportSection } from '../types'

/** Curves that one chart bears: as many as there are cues. */
const MOST_CURVES = 6
/** Runs that are listed one by one whatever they gave. */
const MOST_RUNS = 24
const MOST_MATRICES = 12
const MOST_SIDE = 16

/** Curves with the expected band, a verdict per run, likely bottlenecks, point-to-point tables. */
export function bandwidthPart(context: ReportContext): readonly ReportSection[] {
  const { session, t } = context
  if (session.runs.length === 0) return []
  const curves = runCurves(session)
  const tests = curves.filter(({ run }) => run.kind === 'nccl-tests')
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: t('bandwidth.title'), note: t('bandwidth.count', { n: session.runs.length }) },
    ...collectivesOf(tests.map(({ run }) => run)).flatMap((collective) =>
      chartBlocks(
        context,
        collective,
        tests.filter(({ run }) => run.collective === collective && run.rows.length > 0),
      ),
    ),
    ...runBlocks(context, tests),
    ...diagnosisBlocks(context),
    ...curves.filter(({ run }) => run.matrices.length > 0).flatMap((curve) => matrixBlocks(context, curve)),
    ...factBlocks(context, curves),
  ]
  return [
    {
      part: 'bandwidth',
      id: 'bandwidth',
      title: t('bandwidth.title'),
      running: t('bandwidth.title'),
      landscape: false,
      blocks,
    },
  ]
}

function chartBlocks(
  context: ReportContext,
  collective: string | undefined,
  curves: readonly RunCurve[],
): readonly Block[] {
  const { t, ui } = context
  if (curves.length === 0) return []
  // The runs that fall short are what a reader looks for; the rest follows in its own order.
  const weight = ({ state: kind }: RunCurve): number => (kind === 'dead' ? 0 : kind === 'degraded' ? 1 : 2)
  const shown = curves.toSorted((a, b) => weight(a) - weight(b)).slice(0, MOST_CURVES)
  const sizes = shown.flatMap(({ run }) => run.rows.map(({ size }) => size))
  const judged = shown.find(({ verdict }) => verdict.query)
  const band = judged && expectedBand(judged.verdict, sizes)
  const name = collective ?? ui('bw.unknownCollective')
  const last = band?.points.at(-1)
  const chart: Chart = {
    title: ui('bw.chartLabel', {
      n: shown.length,
      runs: listText(
        context,
        shown.map(({ label }) => label),
      ),
    }),
    axisX: ui('bw.axisX'),
    axisY: ui('bw.axisY', { column: ui('bw.outOfPlace') }),
    x: 'bytes',
    series: shown.map((curve) => ({
      label: curve.label,
      points: pointsOf(curve).map(({ bytes, busbw }) => [bytes, busbw] as const),
      end: rateText(pointsOf(curve).at(-1)?.busbw ?? 0),
    })),
    ...(band && last
      ? {
          band: {
            points: band.points.map(({ bytes, accepted, typical, high }) => ({
              x: bytes,
              low: accepted,
              middle: typical,
              high,
            })),
            labels: {
              low: ui('bw.accepted', { value: rateText(last.accepted) }),
              middle: ui('bw.typical', { value: rateText(last.typical) }),
              high: ui('bw.high', { value: rateText(last.high) }),
            },
          },
        }
      : {}),
  }
  const because = band ? becauseText(context, band.expectation) : t('bandwidth.noBand')
  // One band is drawn; a run with settings of its own is held to another, which the table names.
  const edges = ({ verdict }: RunCurve): string => JSON.stringify(expectedBand(verdict, sizes)?.points)
  const differ = judged && shown.some((curve) => curve.verdict.query && edges(curve) !== edges(judged))
  const left = curves.length - shown.length
  return [
    {
      kind: 'group',
      blocks: [
        { kind: 'heading', level: 3, text: name },
        {
          kind: 'drawing',
          drawing: { of: 'chart', chart },
          caption: sentences(context, [
            because,
            ...(differ ? [t('bandwidth.bandOf', { run: judged.label })] : []),
            ...(left > 0 ? [t('bandwidth.moreCurves', { n: left })] : []),
          ]),
        },
      ],
    },
  ]
}

function pointsOf(curve: RunCurve): readonly CurvePoint[] {
  return curve.outOfPlace.length > 0 ? curve.outOfPlace : curve.inPlace
}

function becauseText(
  context: ReportContext,
  { because, basis, level, levels }: NonNullable<ReturnType<typeof expectedBand>>['expectation'],
): string {
  const { t, ui } = context
  const key = `bw.because.${because.key}`
  const why = isUiKey(key) ? ui(key) : because.key
  const either =
    level === 'either' && levels
      ? [ui('bw.either', { ring: rateText(levels.ring.typical), nvls: rateText(levels.nvls.typical) })]
      : []
  return sentences(context, [t('bandwidth.because', { why, basis: ui(`bw.basis.${basis}`) }), ...either])
}

/** Every run with its verdict; of a fleet those that are not as they should be, and the others in one line. */
function runBlocks(context: ReportContext, curves: readonly RunCurve[]): readonly Block[] {
  if (curves.length === 0) return []
  if (curves.length <= MOST_RUNS) return [runTable(context, curves)]
  const good = curves.filter(({ state: kind }) => kind === 'good')
  const shown = curves.filter(({ state: kind }) => kind !== 'good')
  const values = good.flatMap(({ verdict }) => verdict.measured ?? [])
  const low = values.reduce((a, b) => Math.min(a, b), Infinity)
  const high = values.reduce((a, b) => Math.max(a, b), 0)
  return [
    ...(shown.length > 0 ? [runTable(context, shown)] : []),
    ...(values.length > 0
      ? [
          {
            kind: 'text',
            content: context.t('bandwidth.goodRuns', { n: good.length, low: rateText(low), high: rateText(high) }),
          } as const,
        ]
      : []),
  ]
}

function runTable(context: ReportContext, curves: readonly RunCurve[]): Block {
  const { t, ui } = context
  return {
    kind: 'table',
    label: t('bandwidth.title'),
    dense: true,
    columns: [
      { title: t('bandwidth.run'), width: 33 },
      { title: ui('bw.collective'), width: 12 },
      { title: t('bandwidth.ranks'), align: 'right', width: 9 },
      { title: t('bandwidth.measured'), align: 'right', width: 13 },
      { title: ui('bw.expected'), align: 'right', width: 12 },
      { title: ui('nccl.verdict') },
    ],
    rows: curves.map((curve) => runCells(context, curve)),
  }
}

function runCells(context: ReportContext, curve: RunCurve): readonly Content[] {
  const { ui } = context
  const { run, verdict } = curve
  const { measured, row, expectation } = verdict
  const value = measured ?? run.peakBusBandwidth
  const size = row?.size ?? run.peakRow?.size
  const judged = curve.standing === 'unknown' ? whyText(context, verdict.unknown) : ui(`bw.verdict.${curve.standing}`)
  return [
    [curve.label, '\n', quiet(placeText(context, run.source))],
    run.collective ?? ui('bw.unknownCollective'),
    run.ranks === undefined ? [quiet('?')] : String(run.ranks),
    value === undefined
      ? [state('unknown', ui('bw.noRows'))]
      : [
          `${rateText(value)} GB/s`,
          ...(size === undefined ? [] : ['\n', quiet(ui('bw.at', { size: sizeText(size) }))]),
        ],
    expectation === undefined ? [quiet('–')] : `${rateText(acceptedFrom(expectation))}–${rateText(expectation.high)}`,
    [
      state(curve.state, judged),
      ...(run.failure ? ['\n', quiet(run.failure.value)] : run.complete ? [] : ['\n', quiet(ui('bw.incomplete'))]),
    ],
  ]
}

function whyText(context: ReportContext, unknown: string | undefined): string {
  const key = `bw.why.${unknown ?? ''}`
  return isUiKey(key) ? context.ui('bw.noBand', { why: context.ui(key) }) : context.ui('bw.verdict.unknown')
}

function matrixBlocks(context: ReportContext, curve: RunCurve): readonly Block[] {
  const { t, ui } = context
  return curve.run.matrices.slice(0, MOST_MATRICES).flatMap((matrix): readonly Block[] => {
    const heat = heatMap(matrix)
    const summary =
      heat.median === undefined
        ? ''
        : ui('bw.matrix.median', {
            median: rateText(heat.median),
            low: rateText(heat.lowest ?? 0),
            high: rateText(heat.highest ?? 0),
            unit: matrix.unit === 'none' ? '' : matrix.unit,
          })
    const fits = heat.columnLabels.length <= MOST_SIDE && heat.rowLabels.length <= MOST_SIDE
    return [
      {
        kind: 'group',
        blocks: [
          { kind: 'heading', level: 3, text: matrix.title, note: curve.label },
          { kind: 'text', style: 'note', content: [summary, ' ', quiet(placeText(context, matrix.source))] },
          ...(fits
            ? [
                {
                  kind: 'table',
                  label: matrix.title,
                  dense: true,
                  narrow: true,
                  columns: [{ title: '' }, ...heat.columnLabels.map((title) => ({ title, align: 'right' }) as const)],
                  rows: heat.cells.map((cells, i): readonly Content[] => [
                    heat.rowLabels[i] ?? '',
                    ...cells.map(({ value, state: kind }): Content => {
                      const text = value === null ? '–' : rateText(value)
                      return kind === undefined ? text : [state(kind, text)]
                    }),
                  ]),
                } as const,
              ]
            : [{ kind: 'text', style: 'note', content: t('bandwidth.tooWide') } as const]),
        ],
      },
    ]
  })
}

/** Runs that are a handful of named numbers: perftest and the like. */
function factBlocks(context: ReportContext, curves: readonly RunCurve[]): readonly Block[] {
  const others = curves.filter(
    ({ run }) => run.rows.length === 0 && run.matrices.length === 0 && Object.keys(run.facts).length > 0,
  )
  if (others.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: context.ui('bw.other') },
    {
      kind: 'table',
      label: context.ui('bw.other'),
      dense: true,
      columns: [{ title: context.t('bandwidth.run'), width: 35 }, { title: context.ui('word.value') }],
      rows: others.slice(0, 40).map(({ run, label }) => [
        [label, '\n', quiet(`${run.kind} · ${placeText(context, run.source)}`)],
        Object.entries(run.facts)
          .map(
            ([name, value]) =>
              `${name} ${typeof value === 'number' ? (Number.isInteger(value) ? countText(value) : rateText(value)) : value}`,
          )
          .join(', '),
      ]),
    },
  ]
}
