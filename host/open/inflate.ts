import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import type { DocumentProblem } from '@shared/model/document'
import type { Blob } from './blob'
import { chunksOf } from './blob'
import type { Budget } from './budget'
import { errorCode, problem } from './problems'

export type Packing = 'gzip' | 'zstd'

/** Node before 22.15 has no zstd. */
export function canInflate(packing: Packing): boolean {
  return packing === 'gzip' || typeof zlib.createZstdDecompress === 'function'
}

export interface Inflated {
  readonly chunks: AsyncGenerator<Buffer>
  /** Why it ended before its end; known once `chunks` is exhausted. */
  problem(): DocumentProblem | undefined
}

/** Packed bytes given to zlib at once: little enough that one piece cannot unpack to more than some 16 MB. */
const PIECE = 16 * 1024

/** Unpacks gzip (any number of members behind one another) or zstd; keeps whatever could be unpacked. */
export function inflate(blob: Blob, packing: Packing, budget: Budget): Inflated {
  let found: DocumentProblem | undefined
  async function* chunks(): AsyncGenerator<Buffer> {
    const progress: Progress = { packed: 0, unpacked: 0 }
    try {
      for await (const chunk of unpack(blob, packing, progress)) {
        found = budget.unpacked(chunk.length) ?? budget.ratio(progress.packed + PIECE, progress.unpacked)
        if (found) return
        yield chunk
      }
    } catch (error) {
      if (!isPackingError(error)) throw error
      found =
        errorCode(error) === 'Z_BUF_ERROR'
          ? problem('truncated-gzip')
          : problem('damaged-gzip', { why: error instanceof Error ? error.message : 'unreadable' })
    }
  }
  return { chunks: chunks(), problem: () => found }
}

interface Progress {
  /** Bytes of whole pieces given to zlib, and bytes handed out. */
  packed: number
  unpacked: number
}

async function* unpack(blob: Blob, packing: Packing, progress: Progress): AsyncGenerator<Buffer> {
  const inflater = createInflater(packing)
  try {
    for (const piece of chunksOf(blob, PIECE)) {
      for (const chunk of await inflater.write(piece)) {
        progress.unpacked += chunk.length
        yield chunk
      }
      progress.packed += piece.length
    }
    for (const chunk of await inflater.end()) {
      progress.unpacked += chunk.length
      yield chunk
    }
  } catch (error) {
    if (isPackingError(error)) yield* upToDamage(blob, packing, progress)
    throw error
  } finally {
    inflater.close()
  }
}

/**
 * zlib loses what the failing piece had unpacked so far, which may be the whole end of a log with garbage behind it. So
 * the way there is walked once more, and the failing piece fed in small bites.
 */
async function* upToDamage(blob: Blob, packing: Packing, done: Progress): AsyncGenerator<Buffer> {
  const inflater = createInflater(packing)
  let unpacked = 0
  try {
    for (const piece of chunksOf(blob, PIECE, 0, done.packed)) {
      for (const chunk of await inflater.write(piece)) unpacked += chunk.length
    }
    for (const bite of chunksOf(blob, 32, done.packed, done.packed + PIECE)) {
      for (const chunk of await inflater.write(bite)) {
        const known = Math.max(0, done.unpacked - unpacked)
        unpacked += chunk.length
        if (chunk.length > known) yield chunk.subarray(known)
      }
    }
  } catch (error) {
    if (!isPackingError(error)) throw error
  } finally {
    inflater.close()
  }
}

interface Inflater {
  /** What the piece unpacks to; rejects with zlib's error. */
  write(piece: Buffer): Promise<readonly Buffer[]>
  end(): Promise<readonly Buffer[]>
  close(): void
}

function createInflater(packing: Packing): Inflater {
  const options = { chunkSize: 128 * 1024 }
  const stream: Transform = packing === 'gzip' ? zlib.createGunzip(options) : zlib.createZstdDecompress(options)
  let ready: Buffer[] = []
  let failed: unknown
  let onError: (() => void) | undefined
  stream.on('data', (chunk: Buffer) => ready.push(chunk))
  stream.on('error', (error) => {
    failed = error
    onError?.()
  })
  const run = (act: (done: () => void) => void): Promise<readonly Buffer[]> =>
    new Promise((resolve, reject) => {
      onError = () => reject(failed)
      if (failed !== undefined) return onError()
      act(() => {
        const chunks = ready
        ready = []
        resolve(chunks)
      })
    })
  return {
    write: (piece) =>
      run((done) =>
        stream.write(piece, (error) => {
          if (!error) done()
        }),
      ),
    end: () =>
      run((done) => {
        stream.once('end', done)
        stream.end()
      }),
    close: () => stream.destroy(),
  }
}

function isPackingError(error: unknown): boolean {
  const code = errorCode(error)
  return code !== undefined && (code.startsWith('Z_') || code.startsWith('ZSTD_') || code.startsWith('ERR_ZLIB'))
}
