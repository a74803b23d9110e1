import type { DocumentId } from '../model/source'
import type { Language } from '../messages/language'
import { withFolds } from './findings'
import type { SessionView } from './session-view'

/** What the one-file viewer carries: a session, and as much of the documents' text as fits. */

export const viewerSchema = 'lanescope.viewer/1'
export const viewerPlaceholder = '__LANESCOPE_DATA__'

export interface ViewerRange {
  readonly fromLine: number
  readonly lines: readonly string[]
}

/** One piece of the Chinese font: the characters it holds, as CSS names them, and the file as base64. */
export interface ViewerFont {
  readonly range: string
  readonly data: string
}

export interface ViewerData {
  readonly schema: typeof viewerSchema
  /** Version of the program that wrote it. */
  readonly version: string
  readonly names: readonly string[]
  /** The language that the page opens in; the reader's own where none was asked for. */
  readonly language?: Language
  /** For a reader whose computer has no Chinese font. */
  readonly fonts?: readonly ViewerFont[]
  readonly session: SessionView
  readonly texts: Readonly<Record<DocumentId, readonly ViewerRange[]>>
}

export interface ViewerOptions {
  readonly version: string
  readonly names: readonly string[]
  readonly language?: Language
  /** Text kept in all, in characters; documents that do not fit keep the surroundings of evidence only. */
  readonly characters?: number
}

const CHARACTERS = 8_000_000
/** Lines kept around evidence in a document that is not carried whole. */
const AROUND = 20
const BLOCK = 2000
const LONGEST_LINE = 20_000

export type ReadLines = (document: DocumentId, fromLine: number, count: number) => readonly string[]

/** Small documents first, so that most are whole; `read` gives lines of the untouched text (or a redacted one). */
export function viewerData(session: SessionView, read: ReadLines, options: ViewerOptions): ViewerData {
  const texts: Record<DocumentId, readonly ViewerRange[]> = {}
  let left = options.characters ?? CHARACTERS
  for (const document of session.documents.toSorted((a, b) => a.bytes - b.bytes)) {
    const whole =
      document.bytes <= left ? [{ from: 1, to: document.lines }] : evidenceRanges(session, document.id, document.lines)
    const ranges: ViewerRange[] = []
    for (const { from, to } of whole) {
      const lines: string[] = []
      for (let at = from; at <= to && left > 0; at += BLOCK) {
        const block = read(document.id, at, Math.min(BLOCK, to - at + 1)).map((line) => line.slice(0, LONGEST_LINE))
        lines.push(...block)
        left -= block.reduce((sum, line) => sum + line.length + 3, 0)
      }
      if (lines.length > 0) ranges.push({ fromLine: from, lines })
    }
    if (ranges.length > 0) texts[document.id] = ranges
  }
  const { version, names, language } = options
  return { schema: viewerSchema, version, names, ...(language ? { language } : {}), session: slim(session), texts }
}

function evidenceRanges(
  session: SessionView,
  document: DocumentId,
  lines: number,
): readonly { from: number; to: number }[] {
  const sources = session.findings.flatMap(withFolds).flatMap(({ evidence }) => evidence)
  const own = sources.filter((source) => source.document === document).sort((a, b) => a.line - b.line)
  const ranges: { from: number; to: number }[] = []
  for (const { line, endLine } of own) {
    const from = Math.max(1, line - AROUND)
    const to = Math.min(lines, Math.min(endLine, line + 200) + AROUND)
    const last = ranges.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else ranges.push({ from, to })
  }
  return ranges
}

/** Lists of sections serve rules, not views; JSON would repeat each of them per node. */
function slim(session: SessionView): SessionView {
  return { ...session, parsed: [], nodes: session.nodes.map((node) => ({ ...node, parsed: [] })) }
}

/** Compresses text to base64 of gzip; shared code knows no compressor. */
export type Pack = (text: string) => string

/**
 * The page with its data, compressed: of a fleet it is many times what the page is. Base64 holds no `<`, so captured text cannot end
 * the script element or begin markup.
 */
export function fillViewer(template: string, data: ViewerData, pack: Pack): string {
  return template.replace(viewerPlaceholder, () => pack(JSON.stringify(data)))
}
