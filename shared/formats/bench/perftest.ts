import { defineBlockFormat, type Line, type LineCursor, type Note } from '../../model/format'
import type { AtLine } from '../../model/source'
import { detach } from '../../segment/detach'
import type { Perftest, PerftestRow } from './bench-types'
import { readHeader, readResult, type ResultColumn } from './support/perftest-table'

const LOOK_AHEAD = 12

//                     RDMA_Write Bidirectional BW Test        Send Latency Test
const TITLE =
  /^\s*((?:RDMA_\w+|Send|RDMA|Atomic\w*|RAW_?\w*|Raw\w*) (?:Post List )?(?:Bidirectional )?(?:Post List )?(?:BW|Latency|Infinite BW|Rate Limiter BW) Test(?: .{1,60})?)\s*$/
// Number of qps   : 1		Transport type : IB
const FIELD = /([A-Za-z][\w*. -]{1,24}?)\s*: ([^\t:]{1,60}?)(?=\t|\s{2,}|$)/g
const FAILURES = [
  'Unable to init the socket connection',
  "Couldn't connect to",
  'Failed status ',
  'Completion with error',
  'Unable to open',
  'Unable to create',
  'Failed to modify QP',
  'Problems with warm up',
]
const INTRO = [
  '* Waiting for client to connect',
  'initializing CUDA',
  'Perftest doesn',
  'Listing all CUDA devices',
  'CUDA device ',
  'Picking device No.',
  '[pid = ',
  'creating CUDA Ctx',
  'making it the current',
  'cuMemAlloc()',
  'allocated ',
  'Using DMA-BUF',
  'WARNING: BW peak',
  'Conflicting CPU',
  'deallocating ',
  'destroying current',
]

/**
 * perftest: ib_write_bw, ib_read_bw, ib_send_bw and their _lat. The unit stands in the header: MiB/sec and the older MB/sec both mean
 * 2^20 bytes, Gb/sec (--report_gbits) 1e9 bits; rows here are GB/s. Client and server print a block each: two blocks are not two tests.
 */
export const perftest = defineBlockFormat<Perftest>({
  id: 'bench/perftest',
  title: 'perftest (ib_write_bw and kin)',
  command: 'ib_write_bw',
  example: '                    RDMA_Write BW Test',
  anchors: [
    ' BW Test',
    ' Latency Test',
    ' Infinite BW Test',
    'initializing CUDA',
    'Waiting for client to connect',
    'BW peak[',
  ],
  begins(line, _hint, lines) {
    if (TITLE.test(line) || readHeader(line)) return true
    if (!line.includes('initializing CUDA') && !line.includes('Waiting for client')) return false
    for (let i = 1; i < 60; i++) if (TITLE.test(lines.peek(i)?.text ?? '')) return true
    return false
  },
  parse,
})

interface State {
  title: string
  gpu?: AtLine<string>
  readonly fields: Map<string, AtLine<string>>
  readonly rows: PerftestRow[]
  readonly failures: AtLine<string>[]
  columns: readonly ResultColumn[]
  unit?: string
  local?: string
  remote?: string
}

function parse(lines: LineCursor, note: Note): Perftest | null {
  const first = lines.peek()
  if (!first) return null
  const state: State = { title: '', fields: new Map(), rows: [], failures: [], columns: [] }
  for (;;) {
    const offset = nextOwn(lines, state)
    if (offset < 0) break
    for (let i = 0; i < offset; i++) {
      const skipped = lines.next()
      if (skipped && !isRule(skipped.text)) note.unread(skipped)
    }
    const line = lines.next()
    if (line) take(line, state)
  }
  if (isRule(lines.peek()?.text ?? 'x') && lines.peek()?.text.trim() !== '') lines.next()
  return finish(first.number, state)
}

function nextOwn(lines: LineCursor, state: State): number {
  for (let offset = 0; offset < LOOK_AHEAD; offset++) {
    const text = lines.peek(offset)?.text
    if (text === undefined || /^(?:\$ |\S+@\S+[$#])/.test(text)) return -1
    if (isRule(text)) continue
    // The title again before any result is the other end printing on the same terminal; behind results it is another test.
    if (TITLE.test(text) || isIntro(text)) return state.rows.length > 0 ? -1 : offset
    if (isOwn(text, state)) return offset
    if (offset > 3 && !isOwn(text, state) && state.rows.length > 0) return -1
  }
  return -1
}

function isIntro(text: string): boolean {
  const start = text.trim()
  return INTRO.some((intro) => start.startsWith(intro))
}

function isRule(text: string): boolean {
  return /^\s*(?:[-*=]{10,})?\s*$/.test(text)
}

function isOwn(text: string, state: State): boolean {
  const start = text.trim()
  if (readHeader(text) || /^(?:local|remote) address:|^GID:/.test(start)) return true
  if (state.columns.length > 0 && readResult(start, state.columns)) return true
  if (FAILURES.some((failure) => start.includes(failure))) return true
  return (
    start.length < 120 &&
    /^[A-Za-z][\w*. -]{1,24}?\s*: \S/.test(start) &&
    FIELDS.some((field) => start.startsWith(field))
  )
}

const FIELDS = [
  'Dual-port',
  'Number of qps',
  'Connection type',
  'PCIe relax order',
  'ibv_wr* API',
  'TX depth',
  'RX depth',
  'CQ Moderation',
  'Mtu',
  'Link type',
  'GID index',
  'Max inline data',
  'rdma_cm QPs',
  'Data ex. method',
  'Post List',
  'Lock-free',
  'Using Enhanced Reorder',
  'Outstand reads',
  'Device',
  'Transport type',
  'Using SRQ',
  'Buffer size',
  'Mcast',
  'Test Type',
]

function take(line: Line, state: State): void {
  const start = line.text.trim()
  const title = TITLE.exec(line.text)
  if (title) {
    state.title ||= detach(title[1] ?? '')
    return
  }
  const gpu = /device name = \[([^\]]{1,80})\]/.exec(start)
  if (gpu) state.gpu = { value: detach(gpu[1] ?? ''), line: line.number }
  else if (start.startsWith('initializing CUDA')) state.gpu ??= { value: '', line: line.number }
  const header = readHeader(line.text)
  if (header) {
    state.columns = header.columns
    state.unit = header.unit === undefined ? state.unit : detach(header.unit)
    return
  }
  const address = /^(local|remote) address:.*?LID (\S{1,12})/.exec(start)
  if (address) {
    if (address[1] === 'local') state.local ??= detach(address[2] ?? '')
    else state.remote ??= detach(address[2] ?? '')
    return
  }
  const row = state.columns.length > 0 ? readResult(start, state.columns) : undefined
  if (row) {
    if (state.rows.length < 1000) state.rows.push({ ...row, line: line.number })
    return
  }
  if (FAILURES.some((failure) => start.includes(failure))) {
    state.failures.push({ value: detach(start.slice(0, 300)), line: line.number })
    return
  }
  for (const found of line.text.matchAll(FIELD)) {
    const name = (found[1] ?? '').trim()
    if (!state.fields.has(name))
      state.fields.set(detach(name), { value: detach((found[2] ?? '').trim()), line: line.number })
  }
}

function finish(line: number, state: State): Perftest {
  const { title, fields, rows, failures } = state
  const word = title.split(/[ _]/)
  const operation = (
    ['Write', 'Read', 'Send', 'Atomic', 'RAW', 'Raw'].find((name) => word.includes(name)) ?? 'other'
  ).toLowerCase()
  return {
    line,
    title,
    operation:
      operation === 'write' ||
      operation === 'read' ||
      operation === 'send' ||
      operation === 'atomic' ||
      operation === 'raw'
        ? operation
        : 'other',
    measures: title.includes('Latency') || rows.some((row) => row.latency) ? 'latency' : 'bandwidth',
    bidirectional: title.includes('Bidirectional'),
    device: fields.get('Device'),
    linkType: fields.get('Link type'),
    mtu: numbered(fields.get('Mtu')),
    gidIndex: numbered(fields.get('GID index')),
    queuePairs: numbered(fields.get('Number of qps')),
    connection: fields.get('Connection type'),
    relaxedOrdering: flag(fields.get('PCIe relax order')),
    gpu: state.gpu,
    localLid: state.local,
    remoteLid: state.remote,
    unit: state.unit,
    rows,
    failures,
    damaged: title === '' || state.columns.length === 0,
  }
}

// `4096[B]`
function numbered(field: AtLine<string> | undefined): AtLine<number> | undefined {
  const value = field ? /^\d{1,9}/.exec(field.value)?.[0] : undefined
  return field && value !== undefined ? { value: Number(value), line: field.line } : undefined
}

function flag(field: AtLine<string> | undefined): AtLine<boolean> | undefined {
  return field ? { value: field.value.startsWith('ON'), line: field.line } : undefined
}
