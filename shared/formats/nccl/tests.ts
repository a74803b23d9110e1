import { defineBlockFormat, type LineCursor, type Note } from '../../model/format'
import type { NcclTestsRun } from './tests-types'
import { classify, type LineKind } from './tests/classify'
import { readColumns, readPreamble, UNKNOWN_COLUMNS } from './tests/layout'
import { withoutHash } from './tests/lines'
import { RunBuilder } from './tests/run-builder'

/** Noise of the launcher or of the application may stand between rows; it never is longer than this. */
const LOOK_AHEAD = 2000
/** Behind the footer only its own trailer belongs to the run. */
const LOOK_BEHIND_FOOTER = 6

// Known noise on the same terminal: read and dismissed.
const NOISE = [
  'Authorization required',
  'Warning: Permanently added',
  'WARNING: ',
  'No protocol specified',
  '=== Node Type',
  '--------',
]

/**
 * nccl-tests text of v2.0 to v2.20 and rccl-tests, one section a run. Layouts are taken from the header row each time (columns
 * `error` / `#wrong`, one or two groups, -I, -S, -C); rows that log lines cut in two are joined.
 * Source: nccl-tests src/common.cu and util.cu.
 */
export const ncclTests = defineBlockFormat<NcclTestsRun>({
  id: 'nccl/tests',
  title: 'nccl-tests',
  command: 'all_reduce_perf -b 8 -e 8G -f 2 -g 8',
  example:
    '# nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0',
  anchors: [
    'nThread ',
    'nGpus(',
    'nccl-tests version',
    'rccl-tests:',
    'Collective test starting',
    'Using devices',
    ' Pid ',
    'algbw',
    'out-of-place',
    'Out of bounds values',
    'Avg bus bandwidth',
    'Writing JSON output to ',
    'Reducing maxBytes to ',
    'Test NCCL failure',
    'Test CUDA failure',
    'Test timeout (',
    'Test failure ',
    'Invalid number of GPUs: ',
    ' float ',
    ' double ',
    ' half ',
    ' bfloat16 ',
    ' int8 ',
    ' uint8 ',
    ' int32 ',
    ' int64 ',
  ],
  begins(line) {
    switch (classify(line)) {
      case 'start':
      case 'devices':
      case 'rank':
      case 'footer':
      case 'failure':
        return true
      case 'intro':
        return withoutHash(line).startsWith('Reducing maxBytes') || withoutHash(line).startsWith('rccl-tests:')
      case 'groups':
        return line.includes('in-place')
      case 'header':
        return readColumns(line, 0) !== undefined
      case 'row':
        return wholeRow(line)
      default:
        return false
    }
  },
  parse,
})

/** Without a header above, only a row with all its figures counts. */
function wholeRow(text: string): boolean {
  const preamble = readPreamble(text, UNKNOWN_COLUMNS)
  return (
    preamble !== undefined &&
    preamble.rest.length >= 4 &&
    preamble.rest.every((word) => /^(?:[\d.+e-]+|N\/A)$/.test(word))
  )
}

function parse(lines: LineCursor, note: Note): NcclTestsRun | null {
  const first = lines.peek()
  if (!first) return null
  const run = new RunBuilder()
  let last = first.number
  for (;;) {
    const found = nextOfRun(lines, run)
    if (!found) break
    for (let i = 0; i < found.offset; i++) {
      const noise = lines.next()
      if (noise && withoutHash(noise.text) !== '' && !NOISE.some((text) => noise.text.includes(text)))
        note.unread(noise, 'between the lines of a run')
    }
    const line = lines.next()
    if (!line) break
    last = line.number
    if (found.kind === 'tail') run.rows.takeTail(line)
    else run.take(found.kind, line, note)
  }
  return run.empty ? null : run.finish(first, last, lines.hint, note)
}

/** The next line of this run, over blanks and noise; undefined when none follows before another run starts. */
function nextOfRun(
  lines: LineCursor,
  run: RunBuilder,
): { readonly offset: number; readonly kind: LineKind | 'tail' } | undefined {
  const limit = run.footer ? LOOK_BEHIND_FOOTER : LOOK_AHEAD
  for (let offset = 0; offset < limit; offset++) {
    const line = lines.peek(offset)
    if (!line) return undefined
    const kind = classify(line.text)
    switch (kind) {
      case 'blank':
        if (run.footer && offset === 0 && line.text.trim() === '#') return { offset, kind: 'units' }
        continue
      case 'library':
        // A version line inside the run belongs to it, behind the footer to whoever comes next.
        if (kind === 'library' && !run.footer && offset === 0) return { offset, kind }
        continue
      case 'start':
        if (run.opensAnother(line.text)) return undefined
        return { offset, kind }
      case 'devices':
        if (run.hasTable || run.averages > 0) return undefined
        return { offset, kind }
      case 'rank':
      case 'intro':
      case 'units':
        if (run.footer) return undefined
        return { offset, kind }
      case 'groups':
      case 'header':
        // Another table without a run line above it; processes that print into each other repeat the header.
        if (run.footer || (run.hasTable && run.rows.rows.length > 0 && run.starts < 2)) return undefined
        return { offset, kind }
      case 'row':
        if (run.footer) return undefined
        return { offset, kind }
      case 'footer':
        if (run.footer && run.starts < 2 && withoutHash(line.text).startsWith('Out')) return undefined
        return { offset, kind }
      case 'trailer':
      case 'failure':
        return { offset, kind }
      case 'elided':
        if (run.footer) return undefined
        return { offset, kind }
      case 'prompt':
        return undefined
      default:
        if (!run.footer && run.rows.tail(line.text)) return { offset, kind: 'tail' }
    }
  }
  return undefined
}
