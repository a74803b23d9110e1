import { createReadStream } from 'node:fs'
import type { Blob } from './blob'
import { fileBlob, memoryBlob } from './blob'
import { Budget } from './budget'
import { expand, setAside } from './expand'
import { findInputs, type FoundFile, type OpenInput } from './inputs'
import { LIMITS, type Limits } from './limits'
import { createMember, type Member } from './member'
import { problem } from './problems'
import { createSpool } from './spool'

export type { OpenInput } from './inputs'
export type { Member, MemberFacts } from './member'
export { LIMITS, type Limits } from './limits'

export interface OpenOptions {
  readonly limits?: Partial<Limits>
  /** Folder for the temporary file; the system's own by default. */
  readonly temporaryFolder?: string
  /** Standard input for `-`. */
  readonly standardInput?: AsyncIterable<Uint8Array>
}

export interface Opening {
  /** Bytes on the disk behind all inputs; standard input does not count, its size is not known. */
  readonly totalBytes: number
  /** Bytes of them read so far. */
  bytesRead(): number
  /** Every file and archive member, each once, readable or not. */
  readonly members: AsyncGenerator<Member>
  /** Frees the temporary file: windows of archive members can no longer be read. */
  close(): void
}

/** Opens what the user handed over. Nothing is read before the first member is asked for. */
export function openInputs(inputs: readonly OpenInput[], options: OpenOptions = {}): Opening {
  const limits = { ...LIMITS, ...options.limits }
  const spool = createSpool(limits, options.temporaryFolder)
  const budget = new Budget(limits)
  const context = { spool, budget }
  const found = findInputs(inputs, limits)
  const totalBytes = found.reduce((sum, input) => sum + (input.is === 'file' ? input.file.size : 0), 0)
  let bytesRead = 0

  async function* openFile(file: FoundFile): AsyncGenerator<Member> {
    const { name, folders, path, size } = file
    if (file.problem) {
      yield createMember({ name, folders, bytes: size, problem: file.problem })
    } else if (name.length > limits.nameLength) {
      const shown = `${name.slice(0, 100)}...`
      yield createMember({
        name: shown,
        folders: [],
        bytes: size,
        problem: problem('path-too-long', { limit: limits.nameLength }),
      })
    } else if (file.streamed) {
      const kept = await setAside(createReadStream(path), spool)
      yield* expand({ name, folders, bytes: kept.blob.size, ...kept }, context)
    } else {
      const counted = countReads(fileBlob(path, size), (bytes) => (bytesRead += bytes))
      yield* expand({ name, folders, bytes: size, blob: counted }, context)
    }
  }

  async function* members(): AsyncGenerator<Member> {
    for (const input of found) {
      if (!budget.member()) {
        const limit = problem('limit-members', { limit: limits.members })
        yield createMember({
          name: input.is === 'file' ? input.file.name : 'input',
          folders: [],
          bytes: 0,
          problem: limit,
        })
        return
      }
      if (input.is === 'file') {
        yield* openFile(input.file)
      } else if (input.is === 'text') {
        const blob = memoryBlob(Buffer.from(input.text, 'utf8'))
        yield* expand({ name: input.name, folders: [], bytes: blob.size, blob }, context)
      } else {
        const kept = await setAside(options.standardInput ?? process.stdin, spool)
        yield* expand({ name: 'standard input', folders: [], bytes: kept.blob.size, ...kept }, context)
      }
    }
  }

  return {
    totalBytes,
    bytesRead: () => Math.min(bytesRead, totalBytes),
    members: members(),
    close: () => spool.close(),
  }
}

/** Counts the bytes of a file once, however often its head or a window of it is read. */
function countReads(blob: Blob, add: (bytes: number) => void): Blob {
  let left = blob.size
  return {
    size: blob.size,
    read(target, position) {
      const read = blob.read(target, position)
      const counted = Math.min(read, left)
      left -= counted
      if (counted > 0) add(counted)
      return read
    },
    close: () => blob.close(),
  }
}
