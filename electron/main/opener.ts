import { existsSync, statSync } from 'node:fs'
import { app, clipboard } from 'electron'
import { type JobStarted, maxPastedCharacters } from '@shared/contract/channels'
import { CallFailure } from './call-failure'
import { type CaseFiles, isCaseFile } from './case-files'
import type { Input } from './middle'
import type { Recent } from './recent'
import { samplePath } from './samples'
import type { Sessions } from './sessions'

/** All ways by which inputs reach the session: dialog, drop, paste, sample, recent list, command line, another start. */
export interface Opener {
  /** Null for an empty list (the user closed the dialog), and here and below when unsaved notes were to be kept. */
  openPaths(paths: readonly string[], add: boolean): Promise<JobStarted | null>
  openText(text: string, add: boolean): Promise<JobStarted | null>
  openClipboard(add: boolean): Promise<JobStarted | null>
  openSample(id: string): Promise<JobStarted | null>
  openRecent(id: string): Promise<JobStarted | null>
}

export interface OpenerParts {
  readonly sessions: Sessions
  readonly recent: Recent
  readonly cases: CaseFiles
  readonly samplesFolder: string
  recentChanged(): void
  /** Asks about unsaved notes before another session takes the place of theirs; false: leave everything as it is. */
  mayReplace(): Promise<boolean>
}

export function createOpener(parts: OpenerParts): Opener {
  const { sessions, recent, cases, samplesFolder, recentChanged, mayReplace } = parts
  const start = (inputs: readonly Input[], add: boolean): JobStarted => ({ job: sessions.open(inputs, add) })
  const fromPaths = (paths: readonly string[]): readonly Input[] => paths.map((path) => ({ kind: 'path', path }))
  const openText = async (text: string, add: boolean): Promise<JobStarted | null> =>
    add || (await mayReplace()) ? start([{ kind: 'text', name: 'pasted text', text }], add) : null
  /** A case file by itself opens as a case; among others it is an archive like any. */
  const startPaths = async (paths: readonly string[], add: boolean): Promise<JobStarted> => {
    const [first, ...others] = paths
    if (first !== undefined && others.length === 0 && !add && isCaseFile(first)) return cases.open(first)
    return start(fromPaths(paths), add)
  }
  return {
    async openPaths(paths, add) {
      if (paths.length === 0 || !(add || (await mayReplace()))) return null
      const started = await startPaths(paths, add)
      recent.add(openedPaths(sessions, paths, add), Date.now())
      // The system's own list (dock, jump list) takes files only.
      for (const path of paths) if (isFile(path)) app.addRecentDocument(path)
      recentChanged()
      return started
    },
    openText,
    async openClipboard(add) {
      const text = await clipboard.readText()
      if (text.length > maxPastedCharacters) throw new CallFailure('bad-request', 'the clipboard holds too much text')
      return text.trim() === '' ? null : openText(text, add)
    },
    async openSample(id) {
      const path = samplePath(samplesFolder, id)
      if (path === undefined) throw new CallFailure('not-found', `no sample ${id}`)
      if (!(await mayReplace())) return null
      return start(fromPaths([path]), false)
    },
    async openRecent(id) {
      const paths = recent.pathsOf(id)?.filter(existsSync) ?? []
      if (paths.length === 0) throw new CallFailure('not-found', 'these files are no longer there')
      if (!(await mayReplace())) return null
      return startPaths(paths, false)
    },
  }
}

/** Adding to an open session makes a new entry with all of its files, so that a comparison can be opened again as one. */
function openedPaths(sessions: Sessions, paths: readonly string[], add: boolean): readonly string[] {
  if (!add) return paths
  const before = sessions.inputs().flatMap((input) => (input.kind === 'path' ? [input.path] : []))
  return [...new Set([...before, ...paths])]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
