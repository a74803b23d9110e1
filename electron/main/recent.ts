import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import * as v from 'valibot'
import type { RecentEntry } from '@shared/contract/channels'
import { readJson, writeJson } from './atomic-file'

const stored = v.array(v.object({ paths: v.pipe(v.array(v.string()), v.minLength(1)), openedAt: v.number() }))
const most = 12

export interface Recent {
  list(): readonly RecentEntry[]
  pathsOf(id: string): readonly string[] | undefined
  add(paths: readonly string[], now: number): void
  clear(): void
}

/** Inputs that were opened before, newest first. The window sees names and an id, never has to name a path. */
export function createRecent(file: string): Recent {
  const read = v.safeParse(stored, readJson(file))
  let entries = read.success ? read.output : []
  const save = (): void => {
    try {
      writeJson(file, entries)
    } catch {
      // A read-only profile loses the list, not the work.
    }
  }
  return {
    list: () => entries.map(({ paths, openedAt }) => describe(paths, openedAt)),
    pathsOf: (id) => entries.find(({ paths }) => idOf(paths) === id)?.paths,
    add(paths, now) {
      if (paths.length === 0) return
      const id = idOf(paths)
      entries = [{ paths: [...paths], openedAt: now }, ...entries.filter((entry) => idOf(entry.paths) !== id)].slice(
        0,
        most,
      )
      save()
    },
    clear() {
      entries = []
      save()
    },
  }
}

function idOf(paths: readonly string[]): string {
  return createHash('sha256').update(paths.join('\0')).digest('hex').slice(0, 16)
}

function describe(paths: readonly string[], openedAt: number): RecentEntry {
  return { id: idOf(paths), names: paths.map((path) => basename(path)), folder: dirname(paths[0] ?? ''), openedAt }
}
