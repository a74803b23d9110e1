import type { Hint, Line, LineCursor, Note } from '../../../model/format'
import type { NvlinkLine, NvlinkKind } from './nvlink-lines'
import { isInfoLine, isOtherLine, nvlinkCommand, nvlinkHeader, nvlinkLine, nvlinkSentence } from './nvlink-lines'
import type { NvlinkGpuHeader, NvlinkSentence } from './nvlink-types'
import { isBlank, isElision, tidy } from './tidy'

/** The frame that all `nvidia-smi nvlink` outputs share: a header per GPU, its lines, sentences, elisions. */
export interface NvlinkBlock {
  readonly gpus: readonly NvlinkBlockGpu[]
  /** GPUs were left out, or asked for singly. */
  readonly partial: boolean
}

export interface NvlinkBlockGpu extends NvlinkGpuHeader {
  readonly lines: readonly (NvlinkLine & { readonly line: Line })[]
  readonly message?: NvlinkSentence
  readonly damaged: boolean
}

/** Longest run of lines that a look-ahead reads before it gives up; an old -e block has 4 lines per link. */
const LOOK_AHEAD = 60

/** Which sub-command printed the block whose first header is at `peek(0)`; null when it is no nvlink output (`-L`). */
export function nvlinkKindAhead(lines: LineCursor, hint: Hint): NvlinkKind | null {
  let last = -1
  let sentence = false
  for (let i = 0; i < LOOK_AHEAD; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) break
    if (isBlank(text) || isElision(tidy(text))) continue
    const header = nvlinkHeader(text)
    if (header) {
      // A lower index is the next command's output.
      if (header.index <= last) break
      last = header.index
      continue
    }
    const link = nvlinkLine(text)
    if (link) {
      if (link.kind === 'unreadable') continue
      return link.kind
    }
    if (nvlinkSentence(text)) {
      sentence = true
      continue
    }
    if (isInfoLine(text)) return 'info'
    if (isOtherLine(text) && !sentence) return 'other'
    break
  }
  return sentence ? (nvlinkCommand(hint.command) ?? 'status') : null
}

export function beginsNvlink(kind: NvlinkKind, line: string, hint: Hint, lines: LineCursor): boolean {
  return nvlinkHeader(line) !== null && nvlinkKindAhead(lines, hint) === kind
}

interface Draft {
  index: number
  name?: string
  uuid?: string
  line: number
  endLine: number
  lines: (NvlinkLine & { line: Line })[]
  message?: NvlinkSentence
  damaged: boolean
  /** An elision follows: lines of this GPU, or whole GPUs, are gone. */
  elided: boolean
}

/** Takes the block. Lines of another sub-command end it. */
export function takeNvlink(lines: LineCursor, note: Note, kind: NvlinkKind): NvlinkBlock | null {
  const gpus: Draft[] = []
  let partial = /\s(?:-i|--id)\b/.test(lines.hint.command ?? '')
  for (;;) {
    let skip = 0
    while (skip < 4 && isBlank(lines.peek(skip)?.text ?? 'x')) skip++
    const line = lines.peek(skip)
    if (!line) break
    const gpu = gpus[gpus.length - 1]
    const take = () => {
      for (let i = 0; i <= skip; i++) lines.next()
    }
    const header = nvlinkHeader(line.text)
    if (header) {
      if (gpu && header.index <= gpu.index) break
      if (skip > 0 && !isNvlinkBody(lines, skip + 1)) break
      take()
      gpus.push({ ...header, line: line.number, endLine: line.number, lines: [], damaged: false, elided: false })
      continue
    }
    if (!gpu) break
    const link = nvlinkLine(line.text)
    if (link) {
      if (link.kind !== kind && link.kind !== 'unreadable') break
      // Numbers start again: the header between was lost, or another capture follows.
      const before = gpu.lines[gpu.lines.length - 1]
      if (before && link.index < before.index) {
        gpu.damaged = true
        note.damaged('link numbers start again without a GPU line', line)
        break
      }
      take()
      gpu.endLine = line.number
      if (gpu.elided) gpu.damaged = true
      if (link.kind === 'unreadable') {
        gpu.damaged = true
        note.damaged('a link line is not readable', line)
        note.unread(line)
      } else gpu.lines.push({ ...link, line })
      continue
    }
    const sentence = nvlinkSentence(line.text)
    if (sentence) {
      take()
      gpu.endLine = line.number
      gpu.message = { value: sentence, text: tidy(line.text).trim(), line: line.number }
      continue
    }
    if (isElision(tidy(line.text)) && (skip === 0 || isNvlinkAhead(lines, skip + 1))) {
      take()
      gpu.elided = true
      partial = true
      note.damaged('lines were left out', line)
      continue
    }
    break
  }
  if (gpus.length === 0) return null
  judgeCompleteness(gpus, kind, note)
  if ((gpus[0]?.index ?? 0) > 0) partial = true
  return { gpus: gpus.map(({ elided: _, ...gpu }) => gpu), partial }
}

/** Whether link lines or a sentence stand below: behind a gap, a header alone may be the list of another command. */
function isNvlinkBody(lines: LineCursor, from: number): boolean {
  for (let i = from; i < from + 3; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (!isBlank(text)) return nvlinkLine(text) !== null || nvlinkSentence(text) !== null
  }
  return false
}

function isNvlinkAhead(lines: LineCursor, from: number): boolean {
  for (let i = from; i < from + 5; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (!isBlank(text)) return nvlinkLine(text) !== null || nvlinkHeader(text) !== null
  }
  return false
}

/**
 * GPUs of one name list the same links, inactive ones included. One that lists fewer, or skips numbers, was cut. Only -s is sure
 * to list every link: -R and -p leave inactive ones out.
 */
function judgeCompleteness(gpus: readonly Draft[], kind: NvlinkKind, note: Note): void {
  const counts = gpus.map((gpu) => new Set(gpu.lines.map((link) => link.index)).size)
  gpus.forEach((gpu, i) => {
    const count = counts[i] ?? 0
    const whole = Math.max(...gpus.map((other, j) => (other.name === gpu.name ? (counts[j] ?? 0) : 0)))
    if (
      gpu.elided &&
      !(count > 0 && count === whole && gpus.some((other, j) => j !== i && !other.elided && counts[j] === count))
    )
      gpu.damaged = true
    if (count === 0 && !gpu.message) {
      gpu.damaged = true
      note.damaged(`no lines for GPU ${gpu.index}`, { text: '', number: gpu.line })
    }
    if (kind !== 'status' || count === 0) return
    const highest = gpu.lines[gpu.lines.length - 1]?.index ?? 0
    if (count < whole || highest + 1 !== count) {
      gpu.damaged = true
      note.damaged(`links of GPU ${gpu.index} are missing in the text`, { text: '', number: gpu.line })
    }
  })
}

/** Lines per link, in order of their numbers, first line first. */
export function byLink<T>(
  gpu: NvlinkBlockGpu,
  read: (link: NvlinkLine & { line: Line }) => T | null,
  note: Note,
): { index: number; line: number; entries: T[] }[] {
  const links: { index: number; line: number; entries: T[] }[] = []
  for (const link of gpu.lines) {
    const entry = read(link)
    if (entry === null) {
      note.unread(link.line)
      continue
    }
    const last = links[links.length - 1]
    if (last?.index === link.index) last.entries.push(entry)
    else links.push({ index: link.index, line: link.line.number, entries: [entry] })
  }
  return links
}

/** A block with its GPU lines replaced by what they mean. */
export function mapLinks<L>(block: NvlinkBlock, read: (gpu: NvlinkBlockGpu) => readonly L[]) {
  return {
    partial: block.partial,
    gpus: block.gpus.map(({ lines, ...gpu }) => ({ ...gpu, links: read({ ...gpu, lines }) })),
  }
}
