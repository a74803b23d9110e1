import type { DocumentProblem } from '@shared/model/document'
import type { Blob } from './blob'
import { chunksOf } from './blob'
import type { Budget } from './budget'
import type { ArchiveContent } from './entries'
import { canInflate, inflate } from './inflate'
import { CHUNK } from './limits'
import { createMember, type Member } from './member'
import { problem, systemReason } from './problems'
import { isTarHeader, sniff, type Kind } from './sniff'
import type { Spool } from './spool'
import { readTar, writeTo } from './tar'
import { readZip } from './zip'

export interface ExpandContext {
  readonly spool: Spool
  readonly budget: Budget
}

export interface Packed {
  readonly name: string
  readonly folders: readonly string[]
  readonly bytes: number
  readonly blob: Blob
  readonly problem?: DocumentProblem
}

/** Gives the members of a file: itself when it is none of the containers, else all that is inside, level by level. */
export async function* expand(file: Packed, context: ExpandContext, depth = 0): AsyncGenerator<Member> {
  let kind: Kind
  try {
    kind = sniff(file.blob)
  } catch (error) {
    yield createMember({ ...file, blob: undefined, problem: problem('not-readable', { why: systemReason(error) }) })
    return
  } finally {
    file.blob.close()
  }
  if (!isContainer(kind)) {
    yield createMember({ ...file, kind })
    return
  }
  if (depth >= context.budget.limits.depth) {
    yield createMember({ ...file, kind, problem: problem('limit-depth', { limit: context.budget.limits.depth }) })
    return
  }
  try {
    if (kind.is === 'zip') {
      yield* members(file, await readZip(file.blob, file.bytes, context.spool, context.budget), context, depth)
    } else if (kind.is === 'tar') {
      yield* members(
        file,
        await readTar(toAsync(chunksOf(file.blob, CHUNK)), context.spool, context.budget),
        context,
        depth,
      )
    } else {
      yield* unpacked(file, kind.is, context, depth)
    }
  } catch (error) {
    yield createMember({ ...file, blob: undefined, problem: problem('not-readable', { why: systemReason(error) }) })
  } finally {
    file.blob.close()
  }
}

type Container = Extract<Kind, { is: 'gzip' | 'zstd' | 'tar' | 'zip' }>

function isContainer(kind: Kind): kind is Container {
  return kind.is === 'gzip' || kind.is === 'zstd' || kind.is === 'tar' || kind.is === 'zip'
}

async function* members(
  file: Packed,
  content: ArchiveContent,
  context: ExpandContext,
  depth: number,
): AsyncGenerator<Member> {
  let count = 0
  for await (const entry of content.entries) {
    count++
    const parts = entry.path.split('/')
    const inside = {
      name: `${file.name}/${entry.path}`,
      folders: [...file.folders, lastPart(file.name), ...parts.slice(0, -1)],
      bytes: entry.bytes,
      problem: entry.problem,
    }
    if (entry.blob) yield* expand({ ...inside, blob: entry.blob }, context, depth + 1)
    else yield createMember(inside)
  }
  const found = content.problem() ?? (count === 0 ? problem('empty-archive') : undefined)
  // The archive gets a row of its own only when there is something to say about it.
  if (found) yield createMember({ ...file, blob: undefined, problem: found })
}

/** One packed stream: a tar inside is read as it comes, anything else is unpacked first and looked at again. */
async function* unpacked(
  file: Packed,
  packing: 'gzip' | 'zstd',
  context: ExpandContext,
  depth: number,
): AsyncGenerator<Member> {
  if (!canInflate(packing)) {
    const found = problem('unsupported-compression', { method: 'zstd', command: 'zstd -d' })
    yield createMember({ ...file, problem: found, kind: { is: 'binary' } })
    return
  }
  const stream = inflate(file.blob, packing, context.budget)
  const first = await firstBytes(stream.chunks)
  const chunks = concat(first, stream.chunks)
  if (isTarHeader(Buffer.concat(first))) {
    const content = await readTar(chunks, context.spool, context.budget)
    yield* members(
      file,
      { entries: content.entries, problem: () => stream.problem() ?? content.problem() },
      context,
      depth,
    )
    return
  }
  const writer = context.spool.begin()
  let failed: DocumentProblem | undefined
  for await (const chunk of chunks) {
    failed = writeTo(writer, chunk)
    if (failed) break
  }
  const blob = writer.finish()
  const found = failed ?? stream.problem() ?? file.problem
  yield* expand({ ...file, bytes: blob.size, blob, problem: found }, context, depth + 1)
}

async function firstBytes(chunks: AsyncGenerator<Buffer>): Promise<Buffer[]> {
  const first: Buffer[] = []
  let length = 0
  while (length < 512) {
    const { done, value } = await chunks.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  return first
}

async function* concat(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

async function* toAsync(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Bytes that came as a stream (standard input, a pipe) set aside so that they can be read again. */
export async function setAside(
  stream: AsyncIterable<Uint8Array>,
  spool: Spool,
): Promise<{ readonly blob: Blob; readonly problem?: DocumentProblem }> {
  const writer = spool.begin()
  let found: DocumentProblem | undefined
  try {
    for await (const chunk of stream) {
      found = writeTo(writer, chunk)
      if (found) break
    }
  } catch (error) {
    found = problem('not-readable', { why: systemReason(error) })
  }
  return { blob: writer.finish(), problem: found }
}
