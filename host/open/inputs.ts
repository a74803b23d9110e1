import { readdirSync, statSync, lstatSync, readlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { DocumentProblem } from '@shared/model/document'
import type { Limits } from './limits'
import { naturalCompare, printable } from './names'
import { errorCode, problem, systemReason } from './problems'

/** What a user can hand over: a path (file, folder or archive), `-` for standard input, or pasted text. */
export type OpenInput = string | { readonly name: string; readonly text: string }

/** A file on the disk that one of the inputs names, not yet looked into. */
export interface FoundFile {
  readonly path: string
  readonly name: string
  readonly folders: readonly string[]
  readonly size: number
  /** A pipe or device that the user named himself: read to its end, once. */
  readonly streamed?: boolean
  readonly problem?: DocumentProblem
}

export type FoundInput =
  | { readonly is: 'file'; readonly file: FoundFile }
  | { readonly is: 'text'; readonly name: string; readonly text: string }
  | { readonly is: 'standard-input' }

/** All files behind the inputs, in natural order within each input. Named relative to the folder that all paths share. */
export function findInputs(inputs: readonly OpenInput[], limits: Limits): FoundInput[] {
  const paths = inputs
    .filter((input) => typeof input === 'string' && input !== '-')
    .map((path) => resolve(String(path)))
  const base = commonFolder(paths)
  const seen = new Set<string>()
  const found: FoundInput[] = []
  for (const input of inputs) {
    if (typeof input !== 'string') found.push({ is: 'text', name: printable(input.name), text: input.text })
    else if (input === '-') found.push({ is: 'standard-input' })
    else {
      for (const file of filesBelow(resolve(input), base, limits)) {
        if (seen.has(file.path)) continue
        seen.add(file.path)
        found.push({ is: 'file', file })
      }
    }
  }
  return found
}

/** Folder above all paths; a folder that was named keeps its own name, since it may be that of the node. */
function commonFolder(paths: readonly string[]): string {
  const [first, ...rest] = paths.map((path) => dirname(path).split(sep))
  if (!first) return ''
  let length = first.length
  for (const parts of rest) {
    let same = 0
    while (same < length && parts[same] === first[same]) same++
    length = same
  }
  return first.slice(0, length).join(sep) || sep
}

function* filesBelow(path: string, base: string, limits: Limits): Generator<FoundFile> {
  let stats
  try {
    stats = statSync(path)
  } catch (error) {
    const gone = errorCode(error) === 'ENOENT'
    yield describe(
      path,
      base,
      0,
      gone ? problem('no-such-file') : problem('not-readable', { why: systemReason(error) }),
    )
    return
  }
  if (stats.isDirectory()) yield* walk(path, base, limits, 0)
  else if (stats.isFile()) yield describe(path, base, stats.size)
  else if (stats.isFIFO() || stats.isCharacterDevice()) yield { ...describe(path, base, 0), streamed: true }
  else yield describe(path, base, 0, problem('not-a-file'))
}

function* walk(folder: string, base: string, limits: Limits, depth: number): Generator<FoundFile> {
  if (depth > limits.folderDepth) {
    yield describe(folder, base, 0, problem('limit-folders', { limit: limits.folderDepth }))
    return
  }
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    yield describe(folder, base, 0, problem('not-readable', { why: systemReason(error) }))
    return
  }
  for (const name of names.sort(naturalCompare)) {
    const path = join(folder, name)
    let stats
    try {
      stats = lstatSync(path)
    } catch (error) {
      yield describe(path, base, 0, problem('not-readable', { why: systemReason(error) }))
      continue
    }
    if (stats.isDirectory()) yield* walk(path, base, limits, depth + 1)
    else if (stats.isFile()) yield describe(path, base, stats.size)
    else if (stats.isSymbolicLink())
      yield describe(path, base, 0, problem('symbolic-link', { target: linkTarget(path) }))
    else yield describe(path, base, 0, problem('not-a-file'))
  }
}

function linkTarget(path: string): string {
  try {
    return printable(readlinkSync(path))
  } catch {
    return 'an unreadable place'
  }
}

function describe(path: string, base: string, size: number, found?: DocumentProblem): FoundFile {
  const parts = relative(base, path).split(sep).map(printable)
  const name = parts.join('/') || printable(basename(path))
  return { path, name, folders: parts.slice(0, -1), size, problem: found }
}
