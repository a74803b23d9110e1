import { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import type { DocumentProblem } from '@shared/model/document'
import type { Blob } from './blob'
import { chunksOf } from './blob'
import type { Budget } from './budget'
import type { ArchiveContent, ArchiveEntry } from './entries'
import { createNameGate } from './entries'
import { naturalCompare } from './names'
import { problem, systemReason } from './problems'
import type { Spool } from './spool'
import { writeTo } from './tar'

/** Lets yauzl read any blob: a zip in memory, in the temporary file or on the disk. */
class BlobReader extends yauzl.RandomAccessReader {
  readonly #blob: Blob

  constructor(blob: Blob) {
    super()
    this.#blob = blob
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunksOf(this.#blob, 64 * 1024, start, end), { objectMode: false })
  }
}

interface Listed {
  readonly entry: yauzl.Entry
  readonly path: string
  readonly refused?: DocumentProblem
  readonly odd?: DocumentProblem
}

/** Reads the directory of a zip, then its members in natural order, one at a time. */
export async function readZip(blob: Blob, size: number, spool: Spool, budget: Budget): Promise<ArchiveContent> {
  let ended: DocumentProblem | undefined
  let zip: yauzl.ZipFile
  try {
    // Names are judged by our own gate: yauzl would give up the whole archive for one bad name.
    zip = await openZip(blob, size)
  } catch (error) {
    return { entries: [], problem: () => problem('archive-damaged', { why: reasonOf(error) }) }
  }
  const listed: Listed[] = []
  const nameOf = createNameGate(budget)
  try {
    for await (const entry of zip.eachEntry()) {
      const raw = rawName(entry)
      if (/[/\\]$/.test(raw)) continue
      if (!budget.member()) {
        ended = problem('limit-members', { limit: budget.limits.members })
        break
      }
      const { path, refused, odd } = nameOf(raw)
      listed.push({ entry, path, refused: refused ?? refusedEntry(entry), odd })
    }
  } catch (error) {
    ended = problem('archive-damaged', { why: reasonOf(error) })
  }
  listed.sort((a, b) => naturalCompare(a.path, b.path))

  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (const { entry, path, refused, odd } of listed) {
      if (refused) yield { path, bytes: entry.uncompressedSize, problem: refused }
      else yield await unpackEntry(zip, entry, path, odd, spool, budget)
    }
    zip.close()
  }
  return { entries: entries(), problem: () => ended }
}

async function unpackEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  path: string,
  odd: DocumentProblem | undefined,
  spool: Spool,
  budget: Budget,
): Promise<ArchiveEntry> {
  const writer = spool.begin()
  let found: DocumentProblem | undefined
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      found =
        writeTo(writer, chunk) ?? budget.unpacked(chunk.length) ?? budget.ratio(entry.compressedSize, writer.bytes)
      if (found) break
    }
  } catch (error) {
    found = problem('member-damaged', { why: reasonOf(error) })
  }
  return { path, bytes: writer.bytes, blob: writer.finish(), problem: found ?? odd }
}

function openZip(blob: Blob, size: number): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false }
  return yauzl.fromRandomAccessReaderPromise(new BlobReader(blob), size, options)
}

function rawName(entry: yauzl.Entry): string {
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
}

const S_IFMT = 0o170000
const S_IFLNK = 0o120000

function refusedEntry(entry: yauzl.Entry): DocumentProblem | undefined {
  if (entry.isEncrypted()) return problem('encrypted')
  const mode = entry.externalFileAttributes >>> 16
  const unix = entry.versionMadeBy >>> 8 === 3
  if (unix && (mode & S_IFMT) === S_IFLNK) return problem('symbolic-link', { target: 'another member' })
  if (!entry.canDecodeFileData()) return problem('unsupported-method', { method: entry.compressionMethod })
  return undefined
}

function reasonOf(error: unknown): string {
  return systemReason(error)
}
