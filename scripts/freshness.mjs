// Tells whether a build is newer than its sources, so that a start builds only when something changed.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(join(path, name))), found.mtimeMs)
}

/** True when `stamp` is younger than everything below `sources` (paths from the root of the project). */
export function isFresh(stamp, sources) {
  const path = join(root, stamp)
  if (!existsSync(path)) return false
  const built = statSync(path).mtimeMs
  return [...sources, 'package-lock.json'].every((source) => newest(join(root, source)) < built)
}

/** Runs `build` when needed. The stamp carries the time of its beginning: a source saved meanwhile builds again. */
export async function buildWhenNeeded(stamp, sources, build) {
  if (isFresh(stamp, sources)) return
  const started = new Date()
  await build()
  const path = join(root, stamp)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${started.toISOString()}\n`)
  utimesSync(path, started, started)
}
