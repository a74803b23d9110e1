import { deviates } from './pen'
import type { Pen } from './pen'
import { rateText } from './rate'
import { pcieText } from './pcie'
import { textWidth } from './text-width'
import type { RowTitle, Tone } from './types'
import type { GraphGpu, GraphNic } from '../link-graph/types'

/** A value that all but at most a quarter share, and who differs. */
export interface Common<T> {
  readonly value: T
  readonly odd: readonly string[]
}

/** Said once in the row title when at least three quarters agree. */
export function common<T, V>(
  items: readonly T[],
  value: (item: T) => V | undefined,
  name: (item: T) => string,
): Common<V> | undefined {
  const counts = new Map<V, number>()
  for (const item of items) {
    const v = value(item)
    if (v !== undefined) counts.set(v, (counts.get(v) ?? 0) + 1)
  }
  let best: V | undefined
  for (const [v, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = v
  if (best === undefined || (counts.get(best) ?? 0) * 4 < items.length * 3) return undefined
  return { value: best, odd: items.filter((item) => value(item) !== best).map(name) }
}

function except(pen: Pen, odd: readonly string[], kind: string): string | undefined {
  if (odd.length === 0) return undefined
  return pen.words.but(odd.length <= 2 ? odd.join(', ') : pen.words.things(odd.length, kind))
}

export function commonRate(nics: readonly GraphNic[]): number | undefined {
  return common(
    nics,
    (nic) => nic.gigabitsPerSecond,
    (nic) => nic.label,
  )?.value
}

function rowNics(pen: Pen): GraphNic[] {
  return pen.graph.nics.filter((nic) => nic.place === 'group' || nic.place === 'upper')
}

function rootNics(pen: Pen): GraphNic[] {
  return pen.graph.nics.filter((nic) => nic.place === 'root')
}

export function rowRates(pen: Pen): { row?: number; root?: number } {
  return { row: commonRate(rowNics(pen)), root: commonRate(rootNics(pen)) }
}

interface Line {
  readonly text: string
  readonly tone?: Tone
}

/** Titles of the rows in the gutter, with the values that all members share. Only the full density has room for them. */
export function drawTitles(pen: Pen): void {
  if (pen.density !== 'full') return
  const { rows } = pen.sk
  const gpus = pen.graph.gpus
  if (gpus.length > 0) put(pen, 'GPU', gpuLines(pen, gpus), rows.gpu + 17)
  if (pen.layers.has('pcie') && gpus.length > 0) {
    const pcie = pcieLines(pen, gpus)
    if (pcie.length > 0) put(pen, 'PCIe', pcie, rows.gpu + pen.c.gpuHeight + 36)
  }
  if (rows.nic !== undefined && pen.layers.has('nic') && rowNics(pen).length > 0)
    put(pen, 'NIC', nicLines(pen, rowNics(pen)), rows.nic + 12)
  else if (pen.layers.has('nic') && pen.graph.nics.length === 0 && gpus.length > 0) {
    const unknown = pen.graph.nicSource === 'unknown'
    const y = rows.switch === undefined ? rows.cpu - 22 : rows.switch + 17
    put(
      pen,
      'NIC',
      [{ text: unknown ? pen.words.nicUnknown : pen.words.nicNone, tone: unknown ? 'unknown' : 'text-3' }],
      Math.max(y, rows.gpu + pen.c.gpuHeight + (pcieLines(pen, gpus).length + 1) * 14 + 40),
    )
  }
  if (pen.graph.boxes.length > 0) put(pen, 'CPU', [], rows.cpu + 18)
  if (rows.root !== undefined && pen.layers.has('nic') && rootNics(pen).length > 0)
    put(pen, pen.words.onRootPort, rateLines(rootNics(pen)), rows.root + 12)
}

function put(pen: Pen, name: string, lines: readonly Line[], y: number): void {
  const taken = pen.sheet.titles.filter((title) => title.anchor === 'start').map((title) => title.y)
  // Two rows close together (no NIC row between switch and CPU) must not write over each other.
  let base = y
  while (taken.some((other) => Math.abs(other - base) < 12)) base += 3
  const titles: RowTitle[] = [
    { id: `row:${name}`, text: name, x: 1, y: base, size: 11, anchor: 'start', tone: 'text', strong: true },
  ]
  lines.forEach((line, i) => {
    const size = textWidth(line.text, 10.5) > pen.c.gutter - 4 ? 9 : 10.5
    titles.push({
      id: `row:${name}:${String(i)}`,
      text: line.text,
      x: 1,
      y: base + 14 * (i + 1),
      size,
      anchor: 'start',
      tone: line.tone ?? 'text-3',
    })
  })
  pen.sheet.titles.push(...titles)
}

const said = (...lines: readonly (string | undefined)[]): Line[] =>
  lines.filter((line): line is string => line !== undefined && line !== '').map((text) => ({ text }))

function gpuLines(pen: Pen, gpus: readonly GraphGpu[]): Line[] {
  const product = common(
    gpus,
    (gpu) => gpu.product ?? gpu.name,
    (gpu) => gpu.label,
  )
  const lanes = common(
    gpus,
    (gpu) =>
      gpu.withoutNvlink || gpu.laneRate === undefined || gpu.count.due === undefined
        ? undefined
        : `${String(gpu.count.due)} × ${String(gpu.laneRate)} GB/s`,
    (gpu) => gpu.label,
  )
  const odd = gpus
    .filter((gpu) => deviates(gpu.count.state) || (product !== undefined && product.odd.includes(gpu.label)))
    .map((gpu) => gpu.label)
  const name = product === undefined ? undefined : `${String(gpus.length)} × ${product.value}`
  return said(name, lanes?.value, except(pen, odd, 'GPU'))
}

function pcieLines(pen: Pen, gpus: readonly GraphGpu[]): Line[] {
  const text = (gpu: GraphGpu): string | undefined => {
    const { generation, generationMax, width } = gpu.pcie
    const lower = generation !== undefined && generationMax !== undefined && generation < generationMax
    if (generation === undefined && width === undefined) return undefined
    return lower
      ? `Gen${String(generation)} of ${String(generationMax)}, x${width === undefined ? '?' : String(width)}`
      : pcieText(gpu.pcie)
  }
  const value = common(gpus, text, (gpu) => gpu.label)
  if (value === undefined)
    return gpus.every((gpu) => text(gpu) === undefined)
      ? []
      : said(
          except(
            pen,
            gpus.filter((gpu) => deviates(gpu.pcie.state)).map((gpu) => gpu.label),
            'GPU',
          ),
        )
  return said(value.value, except(pen, value.odd, 'GPU'))
}

function nicLines(pen: Pen, nics: readonly GraphNic[]): Line[] {
  const rate = common(
    nics,
    (nic) => nic.gigabitsPerSecond,
    (nic) => nic.label,
  )
  const layer = common(
    nics,
    (nic) => nic.linkLayer,
    (nic) => nic.label,
  )
  const count =
    rate === undefined ? String(nics.length) : `${String(nics.length - rate.odd.length)} × ${rateText(rate.value)}`
  return said(count, layer?.value, rate === undefined ? undefined : except(pen, rate.odd, 'NIC'))
}

/** `1 × 400G`, `1 × 25G eth`: one line per kind, at most three. */
function rateLines(nics: readonly GraphNic[]): Line[] {
  const kinds = new Map<string, number>()
  for (const nic of nics) {
    const kind =
      nic.gigabitsPerSecond === undefined
        ? ''
        : `${rateText(nic.gigabitsPerSecond)}${nic.role === 'other' && nic.linkLayer === 'Ethernet' ? ' eth' : ''}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return said(
    ...[...kinds].slice(0, 3).map(([kind, count]) => (kind === '' ? String(count) : `${String(count)} × ${kind}`)),
  )
}
