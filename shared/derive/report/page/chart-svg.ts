import { escapeXml, uiFont } from '../../link-layout'
import { textWidth } from '../../link-layout/text-width'
import { rateText, sizeText } from '../support/format'
import type { Chart, ChartSeries } from '../types'
import { curveNames } from './chart-labels'
import { cues, grey, line, marker, n, SIZE, text, type Cue } from './chart-marks'
import { paper } from './paper-palette'
import { binaryAxis, linearAxis, spread, type Axis } from './scale'

/** Px at 96 per inch: the width of the text on an upright page. */
const WIDTH = 680
const HEIGHT = 300
const LEFT = 44
const RIGHT = 178
const TOP = 24
const BOTTOM = 40
/** Left free at the right of the words, px. */
const EDGE = 2
/** Dashes of the band's lower and upper edge; what is typical is a full line. */
const EDGE_DASH = '3 2'

/** A chart as one SVG element: curves with markers, the expected band, labels at the ends of both. */
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
    ends(chart, y),
    '</svg>',
  ].join('')
}

function rateTick(tick: number): string {
  return Number.isInteger(tick) ? String(tick) : rateText(tick)
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
  return [
    edge(({ high }) => high, EDGE_DASH),
    edge(({ middle }) => middle, ''),
    edge(({ low }) => low, EDGE_DASH),
  ].join('')
}

function curve({ points }: ChartSeries, cue: Cue, x: Axis, y: Axis): string {
  const marks = points.map(([px, py]) => marker(cue, x.at(px), y.at(py)))
  return (points.length > 1 ? line(path(points, x, y), cue.color, cue.width, cue.dash) : '') + marks.join('')
}

/** What stands at the right: beside the ends of the curves, and of the edges of the band, whose figures hold there. */
interface End {
  readonly at: number
  draw(at: number): string
}

/** Value and name of each curve with its cue in small, since black and white has no colours; the band's figures between them. */
function ends(chart: Chart, y: Axis): string {
  const list = [...curveEnds(chart, y), ...bandEnds(chart, y)]
  const placed = spread(
    list.map(({ at }) => at),
    14,
    TOP + 4,
    HEIGHT - BOTTOM,
  )
  return list.map(({ draw }, i) => draw(placed[i] ?? 0)).join('')
}

const END_LEFT = WIDTH - RIGHT + 8
const WORDS_LEFT = END_LEFT + 24

function curveEnds(chart: Chart, y: Axis): readonly End[] {
  const named = chart.series.flatMap((series, i) => {
    const last = series.points.at(-1)
    return last ? [{ series, cue: cues[i] ?? grey, at: y.at(last[1]) }] : []
  })
  const room = WIDTH - EDGE - WORDS_LEFT
  const names = curveNames(
    named.map(({ series }) => series.label),
    named.map(({ series }) => room - textWidth(`${series.end} `, SIZE, true)),
    SIZE,
  )
  return named.map(({ series, cue, at: wanted }, i) => ({
    at: wanted,
    draw: (at) =>
      line(`M${END_LEFT} ${n(at)}h18`, cue.color, cue.width, cue.dash) +
      marker(cue, END_LEFT + 9, at) +
      `<text x="${WORDS_LEFT}" y="${n(at + 3.5)}" font-size="${SIZE}" fill="${paper.text}"><tspan font-weight="600">${escapeXml(series.end)}</tspan> ${escapeXml(names[i] ?? '')}</text>`,
  }))
}

function bandEnds({ band }: Chart, y: Axis): readonly End[] {
  const last = band?.points.at(-1)
  if (!band || !last) return []
  const edges = [
    [last.high, band.labels.high, EDGE_DASH],
    [last.middle, band.labels.middle, ''],
    [last.low, band.labels.low, EDGE_DASH],
  ] as const
  return edges.map(([value, label, dash]) => ({
    at: y.at(value),
    draw: (at) =>
      line(`M${END_LEFT} ${n(at)}h18`, paper.bandLine, 1, dash) +
      text(WORDS_LEFT, at + 3.5, label, 'start', paper.good),
  }))
}
