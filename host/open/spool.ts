import { closeSync, mkdtempSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Blob } from './blob'
import { memoryBlob } from './blob'
import type { Limits } from './limits'

/**
 * Where unpacked members live: small ones in memory, larger ones one behind the other in a single temporary file. No name
 * from an archive ever becomes a path. On POSIX the file is unlinked as soon as it is open, so nothing stays behind even
 * when the process is killed; on Windows it goes with `close()` or at exit.
 */
export interface Spool {
  /** Starts a member. Only one can be written at a time. */
  begin(): SpoolWriter
  /** Frees the temporary file; the blobs in it can no longer be read. */
  close(): void
}

export interface SpoolWriter {
  readonly bytes: number
  /** Throws what the system throws when the disk is full; what was written until then stays readable. */
  write(chunk: Uint8Array): void
  finish(): Blob
}

export function createSpool(limits: Limits, parent = tmpdir()): Spool {
  let file: TemporaryFile | undefined
  let end = 0
  let memory = 0
  let busy = false

  const fileFor = (): TemporaryFile => (file ??= openTemporary(parent))

  return {
    begin() {
      if (busy) throw new Error('one member at a time')
      busy = true
      let kept: Uint8Array[] | undefined = []
      let bytes = 0
      let start = 0
      const toFile = (chunk: Uint8Array): void => {
        const { fd } = fileFor()
        let written = 0
        while (written < chunk.length) {
          written += writeSync(fd, chunk, written, chunk.length - written, start + bytes + written)
        }
        bytes += chunk.length
        end = start + bytes
      }
      const moveOut = (pieces: readonly Uint8Array[]): void => {
        kept = undefined
        start = end
        bytes = 0
        for (const piece of pieces) toFile(piece)
      }
      return {
        get bytes() {
          return bytes
        },
        write(chunk) {
          if (kept !== undefined) {
            const room = Math.min(limits.memoryMember, limits.memoryTotal - memory)
            if (bytes + chunk.length <= room) {
              // A copy: the chunk may be a small window on a large buffer.
              kept.push(Uint8Array.from(chunk))
              bytes += chunk.length
              return
            }
            moveOut(kept)
          }
          toFile(chunk)
        },
        finish() {
          busy = false
          if (kept !== undefined) {
            memory += bytes
            return memoryBlob(kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept))
          }
          return bytes === 0 ? memoryBlob(new Uint8Array(0)) : spooledBlob(fileFor().fd, start, bytes)
        },
      }
    },
    close() {
      file?.remove()
      file = undefined
    },
  }
}

function spooledBlob(fd: number, start: number, size: number): Blob {
  return {
    size,
    read(target, position) {
      const length = Math.min(target.length, size - position)
      return length <= 0 ? 0 : readSync(fd, target, 0, length, start + position)
    },
    close() {
      // The handle belongs to the spool.
    },
  }
}

interface TemporaryFile {
  readonly fd: number
  remove(): void
}

function openTemporary(parent: string): TemporaryFile {
  const folder = mkdtempSync(join(parent, 'lanescope-'))
  const path = join(folder, 'unpacked')
  const fd = openSync(path, 'wx+', 0o600)
  let open = true
  const removeFiles = (): void => rmSync(folder, { recursive: true, force: true })
  const atExit = (): void => {
    if (open) closeSync(fd)
    removeFiles()
  }
  try {
    unlinkSync(path)
    removeFiles()
  } catch {
    // Windows does not unlink an open file.
    process.once('exit', atExit)
  }
  return {
    fd,
    remove() {
      if (!open) return
      open = false
      closeSync(fd)
      removeFiles()
      process.removeListener('exit', atExit)
    },
  }
}
