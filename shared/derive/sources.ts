import type { Section, TextDocument } from '../model/document'
import type { Finding, Severity } from '../model/finding'
import type { DocumentId } from '../model/source'
import { severities, withFolds } from './findings'

/** What the Sources view shows: the tree of documents, and which lines findings stand on. */

export interface SourceFolder {
  readonly kind: 'folder'
  /** Path from the root, unique. */
  readonly path: string
  readonly name: string
  readonly children: readonly SourceEntry[]
  readonly totals: SourceTotals
}

export interface SourceDocument {
  readonly kind: 'document'
  readonly path: string
  readonly name: string
  readonly document: TextDocument
}

export type SourceEntry = SourceFolder | SourceDocument

export interface SourceTotals {
  readonly documents: number
  readonly lines: number
  readonly bytes: number
  readonly unrecognised: number
  readonly problems: number
}

export function sourceTotals(documents: readonly TextDocument[]): SourceTotals {
  let lines = 0
  let bytes = 0
  let unrecognised = 0
  let problems = 0
  for (const document of documents) {
    lines += document.lines
    bytes += document.bytes
    unrecognised += document.unrecognisedLines
    if (document.problem) problems++
  }
  return { documents: documents.length, lines, bytes, unrecognised, problems }
}

interface Branch {
  readonly folders: Map<string, Branch>
  readonly documents: SourceDocument[]
  readonly all: TextDocument[]
}

const branch = (): Branch => ({ folders: new Map(), documents: [], all: [] })

/** Folders first, then documents, both by name; a folder that only holds another folder is joined with it. */
export function sourceTree(documents: readonly TextDocument[]): readonly SourceEntry[] {
  const root = branch()
  for (const document of documents) {
    let at = root
    for (const folder of document.folders) {
      let next = at.folders.get(folder)
      if (!next) {
        next = branch()
        at.folders.set(folder, next)
      }
      next.all.push(document)
      at = next
    }
    at.documents.push({ kind: 'document', path: document.id, name: fileName(document), document })
  }
  return entries(root, '')
}

function entries(from: Branch, path: string): readonly SourceEntry[] {
  const folders = [...from.folders].map(([name, next]) => folder(name, next, path === '' ? name : `${path}/${name}`))
  const byName = (a: SourceEntry, b: SourceEntry): number => collator.compare(a.name, b.name)
  return [...folders.sort(byName), ...from.documents.sort(byName)]
}

function folder(name: string, from: Branch, path: string): SourceFolder {
  const [only, ...others] = [...from.folders]
  if (only && others.length === 0 && from.documents.length === 0) {
    return folder(`${name}/${only[0]}`, only[1], `${path}/${only[0]}`)
  }
  return { kind: 'folder', path, name, children: entries(from, path), totals: sourceTotals(from.all) }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The name without its folders. */
export function fileName(document: Pick<TextDocument, 'name' | 'folders'>): string {
  const prefix = document.folders.join('/')
  if (prefix !== '' && document.name.startsWith(`${prefix}/`)) return document.name.slice(prefix.length + 1)
  return document.name.split('/').at(-1) ?? document.name
}

/** A stretch of lines that a finding stands on. */
export interface LineMark {
  readonly line: number
  readonly endLine: number
  readonly severity: Severity
  readonly findings: readonly string[]
}

/** Evidence of all findings (folded ones too) in one document, by first line; overlapping stretches stay apart. */
export function lineMarks(findings: readonly Finding[], document: DocumentId): readonly LineMark[] {
  const marks = new Map<string, { line: number; endLine: number; severity: Severity; findings: string[] }>()
  for (const finding of findings.flatMap(withFolds)) {
    for (const source of finding.evidence) {
      if (source.document !== document) continue
      const key = `${source.line}-${source.endLine}`
      const mark = marks.get(key)
      if (!mark) {
        marks.set(key, {
          line: source.line,
          endLine: source.endLine,
          severity: finding.severity,
          findings: [finding.id],
        })
        continue
      }
      if (!mark.findings.includes(finding.id)) mark.findings.push(finding.id)
      if (severities.indexOf(finding.severity) < severities.indexOf(mark.severity)) mark.severity = finding.severity
    }
  }
  return [...marks.values()].sort((a, b) => a.line - b.line || a.endLine - b.endLine)
}

/** How many findings stand on each document, for the tree. */
export function findingsByDocument(findings: readonly Finding[]): ReadonlyMap<DocumentId, number> {
  const found = new Map<DocumentId, Set<string>>()
  for (const finding of findings.flatMap(withFolds)) {
    for (const { document } of finding.evidence) {
      const ids = found.get(document) ?? new Set()
      ids.add(finding.id)
      found.set(document, ids)
    }
  }
  return new Map([...found].map(([document, ids]) => [document, ids.size]))
}

/** The innermost section around a line: the one that begins last. */
export function sectionAt(sections: readonly Section[], line: number): Section | undefined {
  return sections.findLast((section) => section.line <= line && line <= section.endLine)
}

/** How well a document was read, as one of the five states. */
export function documentState(document: TextDocument): 'good' | 'degraded' | 'dead' | 'unknown' {
  if (document.problem) return document.sections.length > 0 ? 'degraded' : 'dead'
  if (document.sections.length === 0) return 'unknown'
  return document.sections.some(({ quality }) => quality !== 'full') ? 'degraded' : 'good'
}
