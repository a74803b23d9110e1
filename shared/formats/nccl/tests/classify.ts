import { readColumns, readPreamble, UNKNOWN_COLUMNS } from './layout'
import { readFailure, withoutHash } from './lines'

/**
 * What a line is to a run of nccl-tests. `start` lines may open a new run; `intro`, `rank`, `groups` and `header` stand before the
 * rows; `footer` and `trailer` behind them.
 */
export type LineKind =
  | 'blank'
  | 'start'
  | 'intro'
  | 'devices'
  | 'rank'
  | 'groups'
  | 'header'
  | 'units'
  | 'row'
  | 'footer'
  | 'trailer'
  | 'failure'
  | 'library'
  | 'elided'
  | 'prompt'
  | 'other'

const START = ['nThread ', 'nGpus(', 'nccl-tests version', 'Collective test starting', 'Writing JSON output to ']
const INTRO = [
  'Blocking Enabled',
  'Parallel Init Enabled',
  'Per-Iteration Report',
  'Reducing maxBytes to ',
  'skipping json output',
  'rccl-tests:',
  'User Buffer Registration',
]
const TRAILER = ['Collective test concluded', 'GPU memory usage']

export function classify(text: string): LineKind {
  const bare = withoutHash(text)
  if (bare === '') return 'blank'
  // `#` or a digit or a capital letter begins nearly all lines of a run: everything else leaves early.
  const code = bare.charCodeAt(0)
  if (code >= 48 && code <= 57) return readPreamble(text, UNKNOWN_COLUMNS) ? 'row' : 'other'
  if (START.some((start) => bare.startsWith(start))) return 'start'
  if (bare.startsWith('Using devices')) return 'devices'
  if (bare.startsWith('Rank ') && bare.includes(' device ')) return 'rank'
  if (bare.startsWith('Out of bounds values') || bare.startsWith('Avg bus bandwidth')) return 'footer'
  if (bare.startsWith('out-of-place')) return 'groups'
  if (bare.startsWith('size ') && readColumns(text, 0)) return 'header'
  if (bare.startsWith('(B) ')) return 'units'
  if (INTRO.some((start) => bare.startsWith(start))) return 'intro'
  if (TRAILER.some((start) => bare.startsWith(start))) return 'trailer'
  if (bare.startsWith('NCCL version ')) return 'library'
  if (bare === '...' || bare === '..' || bare === '[...]' || bare === '…') return 'elided'
  if (isPrompt(text)) return 'prompt'
  return readFailure(text, 0) ? 'failure' : 'other'
}

/** A command, or the end of a quoted stretch: what follows is no part of the run. */
function isPrompt(text: string): boolean {
  return (
    text.startsWith('$ ') ||
    text.startsWith('```') ||
    text.startsWith('## ') ||
    /^\[?[\w.-]{1,64}@[\w.-]{1,64}[^$#]{0,120}[$#] \S/.test(text)
  )
}
