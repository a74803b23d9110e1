import { escapeXml, uiFont } from '../../link-layout'
import { cutMiddle } from '../../link-layout/text-width'
import { rateText, sizeText } from '../support/format'
import type { Chart, ChartSeries } from '../types'
import { paper } from './paper-palette'
import { binaryAxis, linearAxis, spread, type Axis } from './scale'

/** Px at 96 per inch: the width of the text on an upright page. */
const WIDTH = 680
const HEIGHT = 300
const LEFT = 44
const RIGHT = 168
const TOP = 24
const BOTTOM = 40
/** Characters of a label at the end of a curve. */
const LABEL = 25

type Marker = 'circle' | 'square' | 'diamond' | 'triangle' | 'cross' | 'full-square'

interface Cue {
  readonly color: string
  readonly dash: string
  readonly width: number
  readonly marker: Marker
}

/** Colour, dash and marker of each series, in the order of tokens.md. */
const cues: readonly Cue[] = [
  { color: paper.series1, dash: '', width: 2, marker: 'circle' },
  { color: paper.series2, dash: '7 3', width: 1.5, marker: 'square' },
  { color: paper.series3, dash: '', width: 1.5, marker: 'diamond' },
  { color: paper.series4, dash: '2 3', width: 1.5, marker: 'triangle' },
  { color: paper.series5, dash: '9 3 2 3', width: 1.5, marker: 'cross' },
  { color: paper.series6, dash: '12 4', width: 1.5, marker: 'full-square' },
]

const grey: Cue = { color: paper.lineStrong, dash: '', width: 1, marker: 'circle' }

const n = (value: number): string => String(Math.round(value * 10) / 10)

/** A chart as one SVG element: curves with markers, the expected band, labels at the ends of the curves. */
export function chartSvg(chart: Chart): string {
  const xs = chart.series.flatMap(({ points }) => points.map(([x]) => x))
  const ys = [
    ...chart.series.flatMap(({ points }) => points.map(([, y]) => y)),
    ...(chart.band?.points.map(({ high }) => high) ?? []),
  ]
  const least = (list: readonly number[], other: number): number =>
    list.reduce((a, b) => Math.min(a, b), list[0] ?? other)
  const most = (list: readonly number[], other: number): number =>
    list.reduce((a, b) => Math.max(a, b), list[0] ?? other)
  const right = WIDTH - RIGHT
  const bottom = HEIGHT - BOTTOM
  const x =
    chart.x === 'bytes'
      ? binaryAxis(least(xs, 1), most(xs, 2), LEFT, right, 8)
      : linearAxis(least(xs, 0), most(xs, 1), LEFT, right, 8)
  const y = linearAxis(0, most(ys, 1), bottom, TOP, 5)
  const title = escapeXml(chart.title)
  return [
    `<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="${uiFont}"><title>${title}</title>`,
    bandArea(chart, x, y),
    ...y.ticks.map(
      (tick) =>
        line(`M${LEFT} ${n(y.at(tick))}H${right}`, paper.line) +
        text(LEFT - 6, y.at(tick) + 3.5, rateTick(tick), 'end'),
    ),
    ...x.ticks.map(
      (tick) =>
        line(`M${n(x.at(tick))} ${TOP}V${bottom}`, paper.line) +
        text(x.at(tick), bottom + 15, chart.x === 'bytes' ? sizeText(tick) : rateTick(tick), 'middle'),
    ),
    line(`M${LEFT} ${TOP}V${bottom}H${right}`, paper.lineStrong),
    text(LEFT, 12, chart.axisY, 'start', paper.text2),
    text(right, HEIGHT - 8, chart.axisX, 'end', paper.text2),
    bandEdges(chart, x, y),
    ...chart.series.map((series, i) => curve(series, cues[i] ?? grey, x, y)),
    bandLabels(chart, x, y),
    ends(chart, y),
    '</svg>',
  ].join('')
}

function rateTick(tick: number): string {
  return Number.isInteger(tick) ? String(tick) : rateText(tick)
}

function line(d: string, color: string, width = 1, dash = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
}

function text(
  x: number,
  y: number,
  words: string,
  anchor: 'start' | 'middle' | 'end',
  color = paper.text3,
  bold = false,
): string {
  return `<text x="${n(x)}" y="${n(y)}" font-size="10" text-anchor="${anchor}" fill="${color}"${bold ? ' font-weight="600"' : ''}>${escapeXml(words)}</text>`
}

/** Words on top of lines stay readable. */
function haloed(words: string): string {
  return words.replace(
    '<text ',
    `<text paint-order="stroke" stroke="${paper.surface}" stroke-width="3" stroke-linejoin="round" `,
  )
}

const path = (points: readonly (readonly [number, number])[], x: Axis, y: Axis): string =>
  points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${n(x.at(px))} ${n(y.at(py))}`).join('')

function bandArea({ band }: Chart, x: Axis, y: Axis): string {
  if (!band || band.points.length < 2) return ''
  const high = path(
    band.points.map((point) => [point.x, point.high] as const),
    x,
    y,
  )
  const low = band.points.toReversed().map((point) => `L${n(x.at(point.x))} ${n(y.at(point.low))}`)
  return `<path d="${high}${low.join('')}Z" fill="${paper.band}"/>`
}

function bandEdges({ band }: Chart, x: Axis, y: Axis): string {
  if (!band) return ''
  const { points } = band
  const edge = (pick: (point: NonNullable<Chart['band']>['points'][number]) => number, dash: string): string =>
    line(
      path(
        points.map((point) => [point.x, pick(point)] as const),
        x,
        y,
      ),
      paper.bandLine,
      1,
      dash,
    )
  return [edge(({ high }) => high, '3 2'), edge(({ middle }) => middle, ''), edge(({ low }) => low, '3 2')].join('')
}

function bandLabels({ band }: Chart, x: Axis, y: Axis): string {
  const first = band?.points[0]
  if (!band || !first) return ''
  const at = spread([y.at(first.high), y.at(first.middle), y.at(first.low)], 12, TOP + 6, HEIGHT - BOTTOM)
  return [band.labels.high, band.labels.middle, band.labels.low]
    .map((label, i) => haloed(text(x.at(first.x) - 6, (at[i] ?? 0) + 3, label, 'end', paper.good)))
    .join('')
}

function curve({ points }: ChartSeries, cue: Cue, x: Axis, y: Axis): string {
  const marks = points.map(([px, py]) => marker(cue, x.at(px), y.at(py)))
  return (points.length > 1 ? line(path(points, x, y), cue.color, cue.width, cue.dash) : '') + marks.join('')
}

function marker({ marker: kind, color }: Cue, x: number, y: number): string {
  const d = {
    circle: `M${n(x - 2.5)} ${n(y)}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z`,
    square: `M${n(x - 2.5)} ${n(y - 2.5)}h5v5h-5z`,
    'full-square': `M${n(x - 2.5)} ${n(y - 2.5)}h5v5h-5z`,
    diamond: `M${n(x)} ${n(y - 3.5)}l3.5 3.5l-3.5 3.5l-3.5 -3.5z`,
    triangle: `M${n(x)} ${n(y - 3)}l3 5.5h-6z`,
    cross: `M${n(x - 2.5)} ${n(y - 2.5)}l5 5m0 -5l-5 5`,
  }[kind]
  const hollow = kind === 'square' || kind === 'triangle'
  const fill = kind === 'cross' ? 'none' : hollow ? paper.surface : color
  return `<path d="${d}" fill="${fill}"${hollow || kind === 'cross' ? ` stroke="${color}" stroke-width="1.3"` : ''}/>`
}

/** Value and name beside the end of each curve, with the cue in small, since black and white has no colours. */
function ends(chart: Chart, y: Axis): string {
  const named = chart.series.flatMap((series, i) => {
    const last = series.points.at(-1)
    return last ? [{ series, i, at: y.at(last[1]) }] : []
  })
  const placed = spread(
    named.map(({ at }) => at),
    14,
    TOP + 4,
    HEIGHT - BOTTOM,
  )
  const left = WIDTH - RIGHT + 8
  return named
    .map(({ series, i }, k) => {
      const at = placed[k] ?? 0
      const cue = cues[i] ?? grey
      const label = cutMiddle(series.label, LABEL - series.end.length)
      return (
        line(`M${left} ${n(at)}h18`, cue.color, cue.width, cue.dash) +
        marker(cue, left + 9, at) +
        `<text x="${left + 24}" y="${n(at + 3.5)}" font-size="10" fill="${paper.text}"><tspan font-weight="600">${escapeXml(series.end)}</tspan> ${escapeXml(label)}</text>`
      )
    })
    .join('')
}
