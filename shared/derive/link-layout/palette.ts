import type { StrokeState, Tone } from './types'
import type { DrawState } from '../link-graph/types'

/** The tokens that a drawing uses, resolved. A test holds them to renderer/tokens.css. */
export interface Palette {
  readonly surface: string
  readonly surface2: string
  readonly surface3: string
  readonly line2: string
  readonly lineStrong: string
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly accent: string
  readonly onAccent: string
  readonly good: string
  readonly goodLine: string
  readonly goodBg: string
  readonly degraded: string
  readonly degradedBg: string
  readonly dead: string
  readonly deadBg: string
  readonly unknown: string
  readonly unknownBg: string
  readonly unchecked: string
  readonly uncheckedBg: string
  readonly series1: string
  readonly series2: string
}

/** For paper, export and reports, always. */
export const lightPalette: Palette = {
  surface: '#ffffff',
  surface2: '#f7f8f9',
  surface3: '#eaecef',
  line2: '#c3c9cf',
  lineStrong: '#7f8893',
  text: '#1a1e23',
  text2: '#464e58',
  text3: '#5d6670',
  accent: '#1d5fc4',
  onAccent: '#ffffff',
  good: '#02765a',
  goodLine: '#3d8c79',
  goodBg: '#e2f3ed',
  degraded: '#8f5606',
  degradedBg: '#fcf0d9',
  dead: '#930b22',
  deadBg: '#fbe6e7',
  unknown: '#4a525b',
  unknownBg: '#edeff1',
  unchecked: '#6a3a96',
  uncheckedBg: '#f1eaf8',
  series1: '#1d5fc4',
  series2: '#b45309',
}

export const darkPalette: Palette = {
  surface: '#191d21',
  surface2: '#1f2429',
  surface3: '#282e34',
  line2: '#434c55',
  lineStrong: '#7a848f',
  text: '#e4e8ec',
  text2: '#b3bbc4',
  text3: '#97a1ab',
  accent: '#82b4ff',
  onAccent: '#0d1520',
  good: '#7fe3cb',
  goodLine: '#3f9482',
  goodBg: '#12322b',
  degraded: '#f7c350',
  degradedBg: '#3a2d10',
  dead: '#f77d6b',
  deadBg: '#431b1a',
  unknown: '#939ea8',
  unknownBg: '#262c32',
  unchecked: '#bd90e2',
  uncheckedBg: '#322444',
  series1: '#82b4ff',
  series2: '#f0a35e',
}

/** The custom property that each entry resolves. */
export const paletteTokens: Readonly<Record<keyof Palette, string>> = {
  surface: '--surface',
  surface2: '--surface-2',
  surface3: '--surface-3',
  line2: '--line-2',
  lineStrong: '--line-strong',
  text: '--text',
  text2: '--text-2',
  text3: '--text-3',
  accent: '--accent',
  onAccent: '--on-accent',
  good: '--good',
  goodLine: '--good-line',
  goodBg: '--good-bg',
  degraded: '--degraded',
  degradedBg: '--degraded-bg',
  dead: '--dead',
  deadBg: '--dead-bg',
  unknown: '--unknown',
  unknownBg: '--unknown-bg',
  unchecked: '--unchecked',
  uncheckedBg: '--unchecked-bg',
  series1: '--series-1',
  series2: '--series-2',
}

export interface Stroke {
  readonly color: string
  readonly width: number
  /** Lengths of dash and gap; undefined is a solid line. */
  readonly dash?: readonly number[]
  readonly round?: boolean
}

/** Two cues for each state besides its words: colour and dash. */
export function strokeStyle(state: StrokeState, p: Palette): Stroke {
  switch (state) {
    case 'good':
      return { color: p.goodLine, width: 1.25 }
    case 'degraded':
      return { color: p.degraded, width: 2, dash: [8, 3] }
    case 'dead':
      return { color: p.dead, width: 2, dash: [2, 3] }
    case 'unknown':
      return { color: p.unknown, width: 1.5, dash: [1, 4], round: true }
    case 'unchecked':
      return { color: p.unchecked, width: 1, dash: [5, 5] }
    case 'plain':
      return { color: p.lineStrong, width: 1.25 }
    case 'same':
      return { color: p.line2, width: 1 }
    case 'accent':
      return { color: p.accent, width: 2 }
    case 'series-1':
      return { color: p.series1, width: 1.75 }
    case 'series-2':
      return { color: p.series2, width: 1.75, dash: [7, 3] }
  }
}

/** A path that is no wire. */
export function relationStyle(state: StrokeState, p: Palette): Stroke {
  return { color: state === 'same' ? p.line2 : state === 'accent' ? p.accent : p.degraded, width: 1.25, dash: [3, 3] }
}

export function stateColor(state: DrawState, p: Palette): string {
  switch (state) {
    case 'good':
      return p.good
    case 'degraded':
      return p.degraded
    case 'dead':
      return p.dead
    case 'unknown':
      return p.unknown
    case 'unchecked':
      return p.unchecked
    case 'plain':
      return p.text2
  }
}

export function stateTint(state: DrawState, p: Palette): string {
  switch (state) {
    case 'good':
      return p.goodBg
    case 'degraded':
      return p.degradedBg
    case 'dead':
      return p.deadBg
    case 'unknown':
      return p.unknownBg
    case 'unchecked':
      return p.uncheckedBg
    case 'plain':
      return p.surface
  }
}

export function toneColor(tone: Tone, p: Palette): string {
  switch (tone) {
    case 'text':
      return p.text
    case 'text-2':
      return p.text2
    case 'text-3':
      return p.text3
    case 'accent':
      return p.accent
    default:
      return stateColor(tone, p)
  }
}

export interface BoxStyle {
  readonly fill: string
  readonly stroke: string
  readonly width: number
  readonly dash?: readonly number[]
  readonly radius: number
}

/** Fill and outline of a box; healthy things stay quiet. */
export function boxStyle(kind: string, state: DrawState | 'same', p: Palette): BoxStyle {
  if (kind === 'numa') {
    return {
      fill: p.surface2,
      stroke: state === 'unknown' ? p.unknown : p.line2,
      width: 1,
      dash: state === 'unknown' ? [1, 3] : undefined,
      radius: 4,
    }
  }
  const bar = kind === 'nvswitch' || kind === 'leaf' || kind === 'upper' || kind === 'cpu'
  const outline = state === 'same' ? p.line2 : p.lineStrong
  if (kind === 'ghost') {
    const color = state === 'dead' ? p.dead : state === 'same' ? p.line2 : p.degraded
    return { fill: 'none', stroke: color, width: 1, dash: [3, 3], radius: 2 }
  }
  if (bar) {
    if (state === 'dead') return { fill: p.surface3, stroke: p.dead, width: 1.5, dash: [2, 3], radius: 2 }
    if (state === 'unchecked') return { fill: p.surface3, stroke: p.unchecked, width: 1, dash: [5, 5], radius: 2 }
    return { fill: p.surface3, stroke: outline, width: 1, radius: 2 }
  }
  if (state === 'degraded' || state === 'dead')
    return { fill: stateTint(state, p), stroke: stateColor(state, p), width: 1.5, radius: 2 }
  return { fill: p.surface, stroke: outline, width: 1, radius: 2 }
}
