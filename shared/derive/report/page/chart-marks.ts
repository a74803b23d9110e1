import { escapeXml } from '../../link-layout'
import { paper } from './paper-palette'

/** Of all words, px. */
export const SIZE = 10

type Marker = 'circle' | 'square' | 'diamond' | 'triangle' | 'cross' | 'full-square'

export interface Cue {
  readonly color: string
  readonly dash: string
  readonly width: number
  readonly marker: Marker
}

/** Colour, dash and marker of each series, in the order of tokens.md. */
export const cues: readonly Cue[] = [
  { color: paper.series1, dash: '', width: 2, marker: 'circle' },
  { color: paper.series2, dash: '7 3', width: 1.5, marker: 'square' },
  { color: paper.series3, dash: '', width: 1.5, marker: 'diamond' },
  { color: paper.series4, dash: '2 3', width: 1.5, marker: 'triangle' },
  { color: paper.series5, dash: '9 3 2 3', width: 1.5, marker: 'cross' },
  { color: paper.series6, dash: '12 4', width: 1.5, marker: 'full-square' },
]

export const grey: Cue = { color: paper.lineStrong, dash: '', width: 1, marker: 'circle' }

export const n = (value: number): string => String(Math.round(value * 10) / 10)

export function line(d: string, color: string, width = 1, dash = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
}

export function text(
  x: number,
  y: number,
  words: string,
  anchor: 'start' | 'middle' | 'end',
  color = paper.text3,
  bold = false,
): string {
  return `<text x="${n(x)}" y="${n(y)}" font-size="${SIZE}" text-anchor="${anchor}" fill="${color}"${bold ? ' font-weight="600"' : ''}>${escapeXml(words)}</text>`
}

export function marker({ marker: kind, color }: Cue, x: number, y: number): string {
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
