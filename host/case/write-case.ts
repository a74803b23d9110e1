import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { CaseNotes } from '@shared/contract/case'
import { LIMITS, type OpenInput } from '../open'
import { findInputs } from '../open/inputs'
import { type CaseInput, CaseProblem, caseListName } from './layout'

/** The zip format without its 64-bit extension, which the writer does not know, ends here. */
const mostBytes = 0xffff_ffff
const abandonedMs = 10 * 60_000

/**
 * Writes inputs and notes to `target` and answers its size in bytes. The file is written beside its place, put on the disk, and
 * takes the name when it is whole: whoever ends the process at any moment finds the old case or the new one. Throws CaseProblem when an input is gone, and what the file system throws.
 */
export async function writeCase(target: string, inputs: readonly OpenInput[], notes: CaseNotes): Promise<number> {
  const beside = `${target}.${randomUUID()}.part`
  const file = await open(beside, 'wx')
  try {
    const bytes = await writeZip(file, inputs, notes)
    await file.sync()
    await file.close()
    await rename(beside, target)
    await keepName(dirname(target))
    await removeLeftovers(target)
    return bytes
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(beside, { force: true })
    throw error
  }
}

/** The new name survives a loss of power only when the folder is on the disk too. Windows cannot open folders, and has no need. */
async function keepName(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r').catch(() => undefined)
  try {
    await opened?.sync()
  } catch {
    // Some network file systems refuse it: the file itself is whole all the same.
  } finally {
    await opened?.close()
  }
}

/** Unfinished files of savings that were killed, once nobody can be at work on them any more. */
async function removeLeftovers(target: string): Promise<void> {
  const start = `${basename(target)}.`
  try {
    for (const name of await readdir(dirname(target))) {
      if (!name.startsWith(start) || !/^[0-9a-f-]{36}\.part$/.test(name.slice(start.length))) continue
      const path = join(dirname(target), name)
      if (Date.now() - (await stat(path)).mtimeMs > abandonedMs) await rm(path, { force: true })
    }
  } catch {
    // The case is saved; tidying up can wait for the next time.
  }
}

async function writeZip(file: FileHandle, inputs: readonly OpenInput[], notes: CaseNotes): Promise<number> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    failed ??= error
    chunks.push(chunk)
  })
  const flush = async (): Promise<void> => {
    if (failed) throw failed
    for (const chunk of chunks.splice(0)) {
      await file.write(chunk)
      bytes += chunk.length
    }
    if (bytes > mostBytes) throw new CaseProblem('the inputs are too large for one file (4 GB)')
  }

  const list: CaseInput[] = []
  const base = sharedFolder(inputs.filter((input) => typeof input === 'string'))
  for (const [index, input] of inputs.entries()) {
    if (typeof input === 'string') {
      list.push({ path: placeBelow(base, input) })
    } else {
      const name = `texts/${index + 1}.txt`
      list.push({ text: name, name: input.name })
      await addMember(zip, name, [Buffer.from(input.text, 'utf8')], flush)
    }
  }
  for (const found of findInputs(inputs, LIMITS)) {
    if (found.is !== 'file') continue
    // What could not be read when it was opened has no bytes to keep; what cannot be read any more is a loss to be told.
    if (found.file.problem?.code === 'no-such-file') throw new CaseProblem(`${found.file.path} is no longer there`)
    if (found.file.problem || found.file.streamed) continue
    if (found.file.size > mostBytes) throw new CaseProblem(`${found.file.name} is too large for a case (4 GB)`)
    await addMember(zip, `inputs/${placeBelow(base, found.file.path)}`, createReadStream(found.file.path), flush)
  }
  await addMember(zip, caseListName, [Buffer.from(JSON.stringify({ inputs: list, notes }, null, 2))], flush)
  zip.end()
  await flush()
  return bytes
}

async function addMember(
  zip: Zip,
  name: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  flush: () => Promise<void>,
): Promise<void> {
  // What is packed already does not get smaller by packing it again.
  const member = /\.(gz|tgz|zip|xz|zst|bz2)$/i.test(name)
    ? new ZipPassThrough(name)
    : new ZipDeflate(name, { level: 6 })
  // A fixed time makes two savings of one case the same bytes.
  member.mtime = new Date(1980, 0, 1)
  zip.add(member)
  for await (const chunk of content) {
    member.push(new Uint8Array(chunk), false)
    await flush()
  }
  member.push(new Uint8Array(0), true)
  await flush()
}

/** The folder that all inputs share, as the names of their documents are told from it (open/inputs.ts). */
function sharedFolder(paths: readonly string[]): string {
  const [first, ...rest] = paths.map((path) => dirname(resolve(path)).split(sep))
  if (!first) return sep
  const length = rest.reduce((same, parts) => {
    const differs = parts.findIndex((part, index) => part !== first[index])
    return Math.min(same, differs < 0 ? parts.length : differs)
  }, first.length)
  return first.slice(0, length).join(sep) || sep
}

function placeBelow(base: string, path: string): string {
  const place = relative(base, resolve(path)).split(sep).join('/')
  // Allowed on Linux, a folder on Windows: such a case could not be opened again everywhere.
  if (place.includes('\\')) throw new CaseProblem(`a case cannot hold a file with a backslash in its name: ${place}`)
  return place
}
