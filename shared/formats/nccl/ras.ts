import { defineBlockFormat, type LineCursor, type Note } from '../../model/format'
import { detach } from '../../segment/detach'
import type { NcclRas, RasCommunicator, RasProblem } from './ras-types'

const LOOK_AHEAD = 12

// NCCL version 2.28.9 compiled with CUDA 13.0
const VERSION = /^NCCL version (\S{1,40}) compiled with CUDA (\S{1,20})/
const DRIVERS = /^CUDA runtime version (\d{1,6}), driver version (\d{1,6})/
//     0         8         4         1         4        32   RUNNING      OK
const GROUP = /^\s*\d{1,6}((?:\s+\d{1,7}(?:-\d{1,7})?){2,8})\s+([A-Z][A-Z/]{2,20})\s+([A-Z][A-Z,/]{1,40})\s*$/
//   #1-0 (27a079b828ff1a75) MISMATCH
const PROBLEM = /^\s*(#\d{1,6}-\d{1,6}) \(([0-9a-f]{1,32})\) ([A-Z]{3,20})/
const HEADINGS = ['Job summary', 'Communicators', 'Errors', 'Warnings']
const MOST = 2000

/**
 * The text of `ncclras` or of the RAS socket, NCCL 2.24+. Its layout changes between releases on purpose: tables are read by the
 * shape of their rows. MISMATCH is harmless when the counts grow between two queries.
 */
export const ncclRas = defineBlockFormat<NcclRas>({
  id: 'nccl/ras',
  title: 'NCCL RAS report',
  command: 'ncclras -v',
  example: 'Job summary',
  anchors: ['Job summary', ' compiled with CUDA ', 'Communicators... '],
  begins(line, _hint, lines) {
    if (VERSION.test(line)) return hasSummary(lines)
    return /^(?:Job summary|Communicators\.\.\. )/.test(line) && /^=+\s*$/.test(lines.peek(1)?.text ?? '=')
  },
  parse,
})

function hasSummary(lines: LineCursor): boolean {
  for (let i = 1; i < 10; i++) if (/^Job summary/.test(lines.peek(i)?.text ?? '')) return true
  return false
}

function parse(lines: LineCursor, note: Note): NcclRas {
  const communicators: RasCommunicator[] = []
  const problems: RasProblem[] = []
  let ncclVersion: string | undefined
  let cudaRuntime: string | undefined
  let cudaDriver: string | undefined
  let summary: readonly number[] | undefined
  let section = ''
  for (;;) {
    const offset = nextOwn(lines, section, ncclVersion !== undefined || section !== '')
    if (offset < 0) break
    for (let i = 0; i < offset; i++) lines.next()
    const line = lines.next()
    if (!line) break
    const { text, number } = line
    const start = text.trim()
    const version = VERSION.exec(start)
    const drivers = DRIVERS.exec(start)
    const group = section === 'Communicators' ? GROUP.exec(text) : null
    const problem = PROBLEM.exec(text)
    if (version) ncclVersion = detach(version[1] ?? '')
    else if (drivers) {
      cudaRuntime = detach(drivers[1] ?? '')
      cudaDriver = detach(drivers[2] ?? '')
    } else if (HEADINGS.some((heading) => start.startsWith(heading)))
      section = HEADINGS.find((heading) => start.startsWith(heading)) ?? ''
    else if (section === 'Job summary' && /^\d+(?:-\d+)?(?:\s+\d+(?:-\d+)?){4}$/.test(start))
      summary ??= start.split(/\s+/).map(Number)
    else if (group) addGroup(communicators, group, number)
    else if (problem && problems.length < MOST) {
      problems.push({
        line: number,
        kind: kindOf(problem[3] ?? ''),
        communicator: detach(problem[2] ?? ''),
        text: detach(start),
      })
    } else if (
      (section === 'Errors' || section === 'Warnings') &&
      start !== '' &&
      !/^=+$/.test(start) &&
      problems.length < MOST
    ) {
      problems.push({ line: number, kind: kindOf(start), text: detach(start.slice(0, 300)) })
    } else if (!/^=+$/.test(start) && section === '') note.unread(line)
  }
  const [nodes, , , processes, gpus] = summary ?? []
  return {
    form: 'text',
    ncclVersion,
    cudaRuntime,
    cudaDriver,
    nodes: finite(nodes),
    processes: finite(processes),
    gpus: finite(gpus),
    communicators,
    problems,
  }
}

/** Offset of the next line of the report: known lines, and indented text below a heading. */
function nextOwn(lines: LineCursor, section: string, started: boolean): number {
  for (let offset = 0; offset < LOOK_AHEAD; offset++) {
    const text = lines.peek(offset)?.text
    if (text === undefined) return -1
    const start = text.trim()
    if (start === '') continue
    if (started && VERSION.test(start)) return -1
    if (VERSION.test(start) || DRIVERS.test(start) || PROBLEM.test(text) || /^=+$/.test(start)) return offset
    if (HEADINGS.some((heading) => start.startsWith(heading))) return offset
    if (section === '') continue
    return /^\s/.test(text) || /^Group\b|^\(total\)|^No (?:errors|warnings|problems)/.test(text) ? offset : -1
  }
  return -1
}

function addGroup(communicators: RasCommunicator[], found: RegExpExecArray, line: number): void {
  if (communicators.length >= MOST) return
  const counts = (found[1] ?? '').trim().split(/\s+/).map(Number)
  // Comms in group, nodes per comm, ranks per node, ranks per comm, ranks in group.
  const ranks = counts.length >= 5 ? counts[3] : undefined
  communicators.push({
    line,
    count: finite(counts[0]) ?? 1,
    ranks: finite(ranks),
    status: detach(found[2] ?? ''),
    errors: detach(found[3] ?? ''),
  })
}

function kindOf(text: string): RasProblem['kind'] {
  if (text.includes('INCOMPLETE')) return 'INCOMPLETE'
  if (text.includes('MISMATCH')) return 'MISMATCH'
  if (/TIMEOUT|timed out/.test(text)) return 'TIMEOUT'
  if (/DEAD|considered dead/.test(text)) return 'DEAD'
  return /ERROR/.test(text) ? 'ERROR' : 'other'
}

/** A range such as `7-8` is no number. */
function finite(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined
}
