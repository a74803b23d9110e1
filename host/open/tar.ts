import { Parser, type ReadEntry } from 'tar'
import type { DocumentProblem } from '@shared/model/document'
import type { Budget } from './budget'
import type { ArchiveContent, ArchiveEntry } from './entries'
import { createNameGate, inNaturalOrder } from './entries'
import { problem, systemReason } from './problems'
import type { Spool, SpoolWriter } from './spool'

/**
 * Reads a tar as it streams by. Its members stand in no order, so all of them are set aside before the first is given out.
 * Nothing is extracted: bodies go to the spool, names are only shown.
 */
export async function readTar(chunks: AsyncIterable<Buffer>, spool: Spool, budget: Budget): Promise<ArchiveContent> {
  const entries: ArchiveEntry[] = []
  const nameOf = createNameGate(budget)
  let ended: DocumentProblem | undefined
  let full = false
  const stop = (why: DocumentProblem): void => {
    ended ??= why
  }
  /** The member whose body is passing by. */
  let current: { close(why?: DocumentProblem): void } | undefined

  const onEntry = (entry: ReadEntry): void => {
    current?.close()
    if (entry.type === 'Directory' || full) return skip(entry)
    if (!budget.member()) {
      full = true
      stop(problem('limit-members', { limit: budget.limits.members }))
      return skip(entry)
    }
    const name = nameOf(entry.path)
    const refused = name.refused ?? refusedType(entry)
    if (refused) {
      entries.push({ path: name.path, bytes: entry.size, problem: refused })
      return skip(entry)
    }
    const writer = spool.begin()
    let failed: DocumentProblem | undefined
    let open = true
    const close = (why?: DocumentProblem): void => {
      if (!open) return
      open = false
      current = undefined
      const blob = writer.finish()
      const cut = why ?? (writer.bytes < entry.size ? problem('member-damaged', { why: 'it ends early' }) : undefined)
      entries.push({ path: name.path, bytes: writer.bytes, blob, problem: failed ?? cut ?? name.odd })
    }
    current = { close }
    entry.on('data', (chunk) => {
      if (open) failed ??= writeTo(writer, chunk)
    })
    entry.on('end', () => close())
  }

  const parser = new Parser({
    onReadEntry: onEntry,
    onwarn: (code, message) => {
      const text = String(message)
      if (code === 'TAR_BAD_ARCHIVE')
        stop(problem(/runcated/.test(text) ? 'archive-truncated' : 'archive-damaged', { why: text }))
      else if (code === 'TAR_ENTRY_INVALID') stop(problem('archive-damaged', { why: text }))
    },
  })
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    const name = nameOf(entry.path)
    entries.push({
      path: name.path,
      bytes: entry.size,
      problem: name.refused ?? problem('special-member', { type: entry.type }),
    })
  })
  for await (const chunk of chunks) {
    parser.write(chunk)
    if (full) break
  }
  parser.end()
  current?.close(problem('member-damaged', { why: 'it ends early' }))
  return { entries: inNaturalOrder(entries), problem: () => ended }
}

function skip(entry: ReadEntry): void {
  entry.resume()
}

function refusedType(entry: ReadEntry): DocumentProblem | undefined {
  switch (entry.type) {
    case 'File':
    case 'OldFile':
    case 'ContiguousFile':
      return undefined
    case 'SymbolicLink':
      return problem('symbolic-link', { target: entry.linkpath ?? '' })
    case 'Link':
      return problem('hard-link', { target: entry.linkpath ?? '' })
    default:
      return problem('special-member', { type: entry.type })
  }
}

/** The reason why the temporary file took no more, if it did not. */
export function writeTo(writer: SpoolWriter, chunk: Uint8Array): DocumentProblem | undefined {
  try {
    writer.write(chunk)
    return undefined
  } catch (error) {
    return problem('temporary-file', { why: systemReason(error) })
  }
}
