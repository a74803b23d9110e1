import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join, sep } from 'node:path'
import { type BrowserWindow, app } from 'electron'
import { CaseProblem, NewerCase, caseExtension } from '@host/case/layout'
import { readCase } from '@host/case/read-case'
import { writeCase } from '@host/case/write-case'
import type { CaseNotes } from '@shared/contract/case'
import type { JobStarted, SavedFile } from '@shared/contract/channels'
import type { RedactionOptions } from '@shared/derive/redaction'
import { CallFailure, reasonOf } from './call-failure'
import { chooseCase, chooseCaseTarget } from './dialogs'
import { type Input, forOpening } from './middle'
import type { Sessions } from './sessions'

/** Opens and saves a case: one file with the untouched inputs and the user's notes. */
export interface CaseFiles {
  /** Asks which; null when the user closed the dialog. */
  choose(window: BrowserWindow): Promise<string | null>
  open(path: string): Promise<JobStarted>
  /** Reads inputs again with notes that were never saved; `path` is the case file that some of the inputs are in. */
  restore(path: string | undefined, inputs: readonly Input[], notes: CaseNotes): Promise<JobStarted>
  /** Whether an input lies in the unpacked folder of an open case: it is gone when the app is. */
  isUnpacked(input: Input): boolean
  /** `as` asks for another place; so does a session that was never saved. */
  save(window: BrowserWindow, notes: CaseNotes, as: boolean): Promise<SavedFile | null>
  /** A copy with values replaced, to be given away; the case that is open stays what it is. */
  share(window: BrowserWindow, notes: CaseNotes, redaction: RedactionOptions): Promise<SavedFile | null>
}

export function isCaseFile(path: string): boolean {
  return extname(path).toLowerCase() === caseExtension
}

export function createCaseFiles(sessions: Sessions): CaseFiles {
  /** Where open cases lie unpacked: a session reads its documents from there as long as it is shown. */
  const folders = new Set<string>()
  let saving = false
  app.on('will-quit', () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const open = (path: string): Promise<JobStarted> =>
    unpack(path, ({ notes, inputs }) => ({ job: sessions.open(inputs, false, { path, notes }) }))

  async function restore(path: string | undefined, inputs: readonly Input[], notes: CaseNotes): Promise<JobStarted> {
    const origin = { notes, unsaved: true }
    if (path === undefined) return { job: sessions.open(inputs, false, origin) }
    return unpack(path, (saved) => ({
      job: sessions.open([...saved.inputs, ...inputs], false, { ...origin, path }),
    }))
  }

  async function unpack(
    path: string,
    start: (saved: { readonly notes: CaseNotes; readonly inputs: readonly Input[] }) => JobStarted,
  ): Promise<JobStarted> {
    const folder = mkdtempSync(join(tmpdir(), 'lanescope-case-'))
    folders.add(folder)
    try {
      const { notes, inputs } = await readCase(path, folder)
      return start({ notes, inputs: inputs.map(asInput) })
    } catch (error) {
      folders.delete(folder)
      rmSync(folder, { recursive: true, force: true })
      throw asFailure(error)
    }
  }

  async function save(window: BrowserWindow, notes: CaseNotes, as: boolean): Promise<SavedFile | null> {
    const inputs = sessions.inputs()
    if (inputs.length === 0) throw new CallFailure('not-found', 'there is nothing to save')
    if (saving) throw new CallFailure('busy', 'the case is being saved')
    saving = true
    try {
      const known = as ? undefined : sessions.casePath()
      const target = known ?? (await chooseCaseTarget(window, sessions.state().names[0] ?? 'case'))
      if (target === undefined) return null
      const bytes = await writeCase(target, inputs.map(forOpening), notes)
      sessions.savedAs(target)
      return { name: basename(target), bytes }
    } catch (error) {
      throw asFailure(error)
    } finally {
      saving = false
    }
  }

  async function share(
    window: BrowserWindow,
    notes: CaseNotes,
    redaction: RedactionOptions,
  ): Promise<SavedFile | null> {
    if (sessions.inputs().length === 0) throw new CallFailure('not-found', 'there is nothing to share')
    // The name of the open case may be the customer's.
    const target = await chooseCaseTarget(window, 'shared')
    if (target === undefined) return null
    try {
      return { name: basename(target), bytes: await sessions.share(target, redaction, notes) }
    } catch (error) {
      throw asFailure(error)
    }
  }

  return {
    choose: async (window) => (await chooseCase(window)) ?? null,
    open,
    restore,
    isUnpacked: (input) => input.kind === 'path' && [...folders].some((folder) => input.path.startsWith(folder + sep)),
    save,
    share,
  }
}

function asInput(input: string | { readonly name: string; readonly text: string }): Input {
  return typeof input === 'string' ? { kind: 'path', path: input } : { kind: 'text', ...input }
}

function asFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error
  if (error instanceof NewerCase) return new CallFailure('newer-case', String(error.version))
  const known = error instanceof CaseProblem || (error instanceof Error && 'code' in error)
  return new CallFailure(known ? 'unreadable' : 'failed', reasonOf(error))
}
