import type { DocumentId, LineRange } from './source'
import type { Bytes } from './units'

/** How well a section was understood: all of it, part of it, or only recognised. */
export type Quality = 'full' | 'partial' | 'none'

export interface SectionNote {
  readonly line?: number
  readonly text: string
}

/** One recognised stretch of a document, e.g. lines 40-61 are `nvidia-smi topo -m`. */
export interface Section extends LineRange {
  readonly format: string
  readonly quality: Quality
  /** Lines of the section that were read into values or named as known noise. */
  readonly linesUsed: number
  /** Non-blank lines inside the section. */
  readonly linesTotal: number
  readonly notes: readonly SectionNote[]
  /** The command line that stood above it, if any. */
  readonly command?: string
  /** The host that a prefix or a prompt named. */
  readonly host?: string
  /** The user whose prompt named the host; part of redaction. */
  readonly user?: string
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1' | 'binary'

/** Why a document or an archive member could not be read, or only in part. `code` is stable, `message` is for people. */
export interface DocumentProblem {
  readonly code: string
  readonly message: string
}

/** A file, an archive member, standard input or pasted text. Never changed by Lanescope. */
export interface TextDocument {
  readonly id: DocumentId
  /** Path as the user knows it: relative to what was opened, `outer.tar.gz/inner/file.txt` inside archives. */
  readonly name: string
  /** Folders (and archives) above the file, outermost first, without the file name. */
  readonly folders: readonly string[]
  readonly bytes: Bytes
  readonly sha256: string
  readonly lines: number
  readonly encoding: Encoding
  readonly sections: readonly Section[]
  /** Non-blank lines that no format took. */
  readonly unrecognisedLines: number
  /** The first stretches of them (bounded), for the Sources view. */
  readonly unrecognised: readonly LineRange[]
  /** What opening it had to mend: NULs removed, over-long lines cut, lines in another encoding. */
  readonly mended?: readonly SectionNote[]
  readonly problem?: DocumentProblem
}

/**
 * The branch that each document came in, where the folders of all first part: of two inputs their names, of one folder the folders in
 * it; a file that stands there alone is its own.
 */
export function branchesOf(
  documents: readonly Pick<TextDocument, 'id' | 'name' | 'folders'>[],
): ReadonlyMap<DocumentId, string> {
  let common = documents[0]?.folders.length ?? 0
  for (const { folders } of documents) {
    let i = 0
    while (i < common && folders[i] === documents[0]?.folders[i]) i++
    common = i
  }
  return new Map(documents.map(({ id, name, folders }) => [id, folders[common] ?? name.split('/').at(-1) ?? name]))
}
