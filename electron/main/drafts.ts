import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { CaseNotes } from '@shared/contract/case'
import { readNotes } from '@shared/contract/case-versions'
import type { Draft } from '@shared/contract/channels'
import { readJson, writeJson } from './atomic-file'
import type { Input } from './middle'

const stored = v.object({
  keptAt: v.number(),
  names: v.array(v.string()),
  casePath: v.optional(v.string()),
  inputs: v.array(
    v.union([
      v.object({ kind: v.literal('path'), path: v.string() }),
      v.object({ kind: v.literal('text'), name: v.string(), text: v.string() }),
    ]),
  ),
  notes: v.unknown(),
})

/** What a run of the app would lose if it ended now. */
export interface Unsaved {
  readonly names: readonly string[]
  readonly casePath?: string
  /** Without those that lie in the case file. */
  readonly inputs: readonly Input[]
  readonly notes: CaseNotes
  /** Nothing was noted: only pasted text, which lies in no file, would be lost. */
  readonly onlyText?: boolean
}

export interface Drafts {
  /** The notes that are not saved, as the window told them last; pasted text alone is not asked about. */
  unsaved(): CaseNotes | null
  /** Keeps the unsaved state on the disk, a moment later so that typing does not wait for it; null: there is none any more. */
  keep(now: Unsaved | null): void
  /** What earlier runs left, newest first: a run that ends in order leaves nothing. */
  list(): readonly Draft[]
  read(id: string): Unsaved | undefined
  discard(id: string): void
}

const waitMs = 400

/** One file for each run of the app, in a folder of the profile. */
export function createDrafts(folder: string, clock: () => number = Date.now): Drafts {
  const own = `${randomUUID()}.json`
  let now: Unsaved | null = null
  let timer: NodeJS.Timeout | undefined
  const pathOf = (id: string): string => join(folder, id)

  function write(): void {
    timer = undefined
    try {
      if (!now) rmSync(pathOf(own), { force: true })
      else {
        mkdirSync(folder, { recursive: true })
        writeJson(pathOf(own), { ...now, keptAt: clock() })
      }
    } catch {
      // A read-only or full profile loses the safety net, not the work.
    }
  }

  function read(id: string): (Unsaved & { readonly keptAt: number }) | undefined {
    const found = v.safeParse(stored, readJson(pathOf(id)))
    const said = found.success ? readNotes(found.output.notes) : undefined
    return found.success && said?.is === 'notes' ? { ...found.output, notes: said.notes } : undefined
  }

  const ids = (): readonly string[] => {
    try {
      return readdirSync(folder).filter((name) => /^[0-9a-f-]{36}\.json$/.test(name) && name !== own)
    } catch {
      return []
    }
  }

  return {
    unsaved: () => (now && now.onlyText !== true ? now.notes : null),
    keep(next) {
      now = next
      if (timer) clearTimeout(timer)
      timer = undefined
      // The end of the need for it is told at once: the app may be about to end.
      if (next) timer = setTimeout(write, waitMs)
      else write()
    },
    list: () =>
      ids()
        .flatMap((id): readonly Draft[] => {
          const draft = read(id)
          return draft ? [{ id, names: draft.names, keptAt: draft.keptAt }] : []
        })
        .sort((a, b) => b.keptAt - a.keptAt),
    read: (id) => (ids().includes(id) ? read(id) : undefined),
    discard(id) {
      if (ids().includes(id)) rmSync(pathOf(id), { force: true })
    },
  }
}
