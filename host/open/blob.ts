import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes that can be read at any place: a file on the disk, a piece of the temporary file, or memory. */
export interface Blob {
  /** Known size in bytes; a hint only, files below /proc say 0 and have text. */
  readonly size: number
  /** Reads into `target`, returns how many bytes; 0 at the end. Throws what the system throws. */
  read(target: Uint8Array, position: number): number
  /** Gives the file handle back; the next read opens it again. */
  close(): void
}

export function memoryBlob(bytes: Uint8Array): Blob {
  return {
    size: bytes.length,
    read(target, position) {
      const piece = bytes.subarray(position, position + target.length)
      target.set(piece)
      return piece.length
    },
    close() {
      // Memory has no handle.
    },
  }
}

/** Thrown when a file is no longer the one that was read: its line index would point anywhere. */
export class FileChanged extends Error {
  readonly code = 'file-changed'
}

export function fileBlob(path: string, size: number): Blob {
  let handle: number | undefined
  let seen: { size: number; mtimeMs: number } | undefined
  const open = (): number => {
    const fd = openSync(path, 'r')
    const { size: now, mtimeMs } = fstatSync(fd)
    // A log that grows keeps its old lines in place; one that shrank or was rewritten at the same size does not.
    // Files below /proc are always 0 long and always new.
    const rewritten = seen !== undefined && now > 0 && now === seen.size && mtimeMs !== seen.mtimeMs
    if (seen !== undefined && (now < seen.size || rewritten)) {
      closeSync(fd)
      throw new FileChanged(`${path} changed after it was read`)
    }
    seen ??= { size: now, mtimeMs }
    return fd
  }
  return {
    size,
    read(target, position) {
      handle ??= open()
      return readSync(handle, target, 0, target.length, position)
    },
    close() {
      if (handle === undefined) return
      closeSync(handle)
      handle = undefined
    },
  }
}

/** All bytes of a blob, chunk by chunk. The chunks are fresh buffers: a stream may keep them. */
export function* chunksOf(blob: Blob, chunk: number, from = 0, to = Infinity): Generator<Buffer> {
  for (let at = from; at < to;) {
    const buffer = Buffer.allocUnsafe(Math.min(chunk, to - at))
    const read = blob.read(buffer, at)
    if (read === 0) return
    at += read
    yield read === buffer.length ? buffer : buffer.subarray(0, read)
  }
}

/** The first `bytes` bytes, or fewer. */
export function headOf(blob: Blob, bytes: number, from = 0): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  let length = 0
  while (length < bytes) {
    const read = blob.read(buffer.subarray(length), from + length)
    if (read === 0) break
    length += read
  }
  return buffer.subarray(0, length)
}
