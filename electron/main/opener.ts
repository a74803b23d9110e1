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
  /** Null for an empty list: the user closed the dialog. */
  openPaths(paths: readonly string[], add: boolean): Promise<JobStarted | null>
  openText(text: string, add: boolean): JobStarted
  openClipboard(add: boolean): Promise<JobStarted | null>
  openSample(id: string): JobStarted
  openRecent(id: string): Promise<JobStarted>
}

export interface OpenerParts {
  readonly sessions: Sessions
  readonly recent: Recent
  readonly cases: CaseFiles
  readonly samplesFolder: string
  recentChanged(): void
}

export function createOpener({ sessions, recent, cases, samplesFolder, recentChanged }: OpenerParts): Opener {
  const start = (inputs: readonly Input[], add: boolean): JobStarted => ({ job: sessions.open(inputs, add) })
  const fromPaths = (paths: readonly string[]): readonly Input[] => paths.map((path) => ({ kind: 'path', path }))
  const openText = (text: string, add: boolean): JobStarted => start([{ kind: 'text', name: 'pasted text', text }], add)
  /** A case file by itself opens as a case; among others it is an archive like any. */
  const startPaths = async (paths: readonly string[], add: boolean): Promise<JobStarted> => {
    const [first, ...others] = paths
    if (first !== undefined && others.length === 0 && !add && isCaseFile(first)) return cases.open(first)
    return start(fromPaths(paths), add)
  }
  return {
    async openPaths(paths, add) {
      if (paths.length === 0) return null
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
    openSample(id) {
      const path = samplePath(samplesFolder, id)
      if (path === undefined) throw new CallFailure('not-found', `no sample ${id}`)
      return start(fromPaths([path]), false)
    },
    async openRecent(id) {
      const paths = recent.pathsOf(id)?.filter(existsSync) ?? []
      if (paths.length === 0) throw new CallFailure('not-found', 'these files are no longer there')
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
