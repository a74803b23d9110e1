import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Wrong usage: the message says what to do instead, and the exit status is 2. */
export class UsageError extends Error {}

/** Refuses paths that do not exist, each with the nearest name that does. */
export function refuseMissing(paths: readonly string[], commands: readonly string[]): void {
  const missing = paths.filter((path) => path !== '-' && !existsSync(path))
  if (missing.length === 0) return
  throw new UsageError(missing.map((path) => missingText(path, commands)).join('\n'))
}

function missingText(path: string, commands: readonly string[]): string {
  const near = nearest(path, entriesBeside(path)) ?? nearestCommand(path, commands)
  return `no such file: ${path}${near === undefined ? '' : `; did you mean ${near}?`}`
}

function entriesBeside(path: string): readonly string[] {
  const folder = dirname(path)
  try {
    return readdirSync(folder).map((name) => (folder === '.' && !path.startsWith('.') ? name : join(folder, name)))
  } catch {
    return []
  }
}

function nearestCommand(path: string, commands: readonly string[]): string | undefined {
  if (path.includes('/')) return undefined
  const near = nearest(path, commands)
  return near === undefined ? undefined : `the command \`lanescope ${near}\``
}

/** The candidate with the least edits, if those are few for the length of the word. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = basename(word).toLowerCase()
  let best: string | undefined
  let least = Math.min(3, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const name = basename(candidate).toLowerCase()
    if (name.startsWith(`${wanted}.`)) return candidate
    const edits = distance(wanted, name, least)
    if (edits < least) {
      least = edits
      best = candidate
    }
  }
  return best
}

/** Edits between two words (a swap of neighbours counts as one), or `limit` when there are at least that many. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let edits = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
    }
    before = last
    last = row
  }
  return Math.min(limit, last[b.length] ?? limit)
}
