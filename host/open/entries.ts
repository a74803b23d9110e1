import type { DocumentProblem } from '@shared/model/document'
import type { Blob } from './blob'
import type { Budget } from './budget'
import { memberPath, naturalCompare, printable } from './names'
import { problem } from './problems'

/** One member of an archive, unpacked: text or not is decided later. */
export interface ArchiveEntry {
  /** Path inside the archive, safe to show. */
  readonly path: string
  readonly bytes: number
  readonly blob?: Blob
  readonly problem?: DocumentProblem
}

export interface ArchiveContent {
  /** In natural order. */
  readonly entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>
  /** Why the archive as a whole ended early; known once `entries` is exhausted. */
  problem(): DocumentProblem | undefined
}

export interface NamedEntry {
  readonly path: string
  /** The name alone forbids reading it. */
  readonly refused?: DocumentProblem
  /** Worth saying, but it is read. */
  readonly odd?: DocumentProblem
}

/** Judges the names of one archive's members, one after the other. */
export function createNameGate(budget: Budget): (raw: string) => NamedEntry {
  const seen = new Set<string>()
  const limit = budget.limits.nameLength
  return (raw) => {
    if (raw.length > limit) {
      return { path: `${printable(raw.slice(0, 100))}...`, refused: problem('path-too-long', { limit }) }
    }
    const { segments, absolute, unsafe } = memberPath(raw)
    const path = segments.join('/') || printable(raw)
    if (unsafe) return { path, refused: problem('unsafe-path') }
    if (seen.has(path)) return { path, refused: problem('duplicate-name') }
    seen.add(path)
    return absolute ? { path, odd: problem('absolute-path') } : { path }
  }
}

export function inNaturalOrder(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  return entries.toSorted((a, b) => naturalCompare(a.path, b.path))
}
