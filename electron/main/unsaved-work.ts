import { existsSync } from 'node:fs'
import { type BrowserWindow, app } from 'electron'
import { emptyCase, type CaseNotes } from '@shared/contract/case'
import type { Draft, JobStarted } from '@shared/contract/channels'
import type { JobId } from '@shared/contract/events'
import type { Language } from '@shared/messages'
import { uiText } from '@shared/messages/ui'
import { CallFailure, reasonOf } from './call-failure'
import type { CaseFiles } from './case-files'
import { askToSave, tellProblem } from './dialogs'
import type { Drafts } from './drafts'
import type { Sessions } from './sessions'

export interface UnsavedWork {
  /** From the window, after every change of the notes. */
  keep(notes: CaseNotes | null): void
  list(): readonly Draft[]
  restore(id: string): Promise<JobStarted | null>
  discard(id: string): readonly Draft[]
  /** Saves or drops unsaved notes as the user says; false: the user wants to go on with them. */
  maySettle(window: BrowserWindow): Promise<boolean>
  /** Asks before the window closes. */
  guard(window: BrowserWindow): void
}

export interface UnsavedParts {
  readonly sessions: Sessions
  readonly cases: CaseFiles
  readonly drafts: Drafts
  language(): Language
  window(): BrowserWindow | null
}

export function createUnsavedWork({ sessions, cases, drafts, language, window }: UnsavedParts): UnsavedWork {
  /** A draft stays on the disk until the session that it brought back is shown and kept anew. */
  let restoring: { readonly id: string; readonly job: JobId } | null = null
  let asking = false
  let quitting = false
  app.on('before-quit', () => (quitting = true))

  function keep(notes: CaseNotes | null): void {
    const inputs = sessions.inputs()
    // A file can be opened again; pasted text is nowhere else until a case holds it.
    const pasted = inputs.some((input) => input.kind === 'text') && !sessions.inputsAreSaved()
    if (inputs.length === 0 || (!notes && !pasted)) return drafts.keep(null)
    const casePath = sessions.casePath()
    drafts.keep({
      names: sessions.state().names,
      ...(casePath === undefined ? {} : { casePath }),
      inputs: inputs.filter((input) => !cases.isUnpacked(input)),
      notes: notes ?? sessions.state().notes ?? emptyCase,
      ...(notes ? {} : { onlyText: true }),
    })
    if (restoring && restoring.job === sessions.shownJob()) {
      drafts.discard(restoring.id)
      restoring = null
    }
  }

  async function maySettle(target: BrowserWindow): Promise<boolean> {
    const notes = drafts.unsaved()
    if (!notes) return true
    if (asking) return false
    asking = true
    try {
      const say = (key: 'case.save' | 'case.discard' | 'word.cancel'): string => uiText(language(), key)
      const answer = await askToSave(target, {
        title: uiText(language(), 'case.ask.title'),
        text: uiText(language(), 'case.ask.text', { name: sessions.state().names.join(', ') }),
        buttons: [say('case.save'), say('case.discard'), say('word.cancel')],
      })
      if (answer === 'cancel') return false
      if (answer === 'save' && !(await cases.save(target, notes, false))) return false
      drafts.keep(null)
      return true
    } finally {
      asking = false
    }
  }

  return {
    keep,
    list: () => drafts.list(),
    async restore(id) {
      const draft = drafts.read(id)
      if (!draft) throw new CallFailure('not-found', '')
      const target = window()
      if (target && !(await maySettle(target))) return null
      const there = draft.inputs.filter((input) => input.kind === 'text' || existsSync(input.path))
      if (there.length === 0 && draft.casePath === undefined)
        throw new CallFailure(
          'not-found',
          draft.inputs.flatMap((input) => (input.kind === 'path' ? input.path : [])).join(', '),
        )
      const started = await cases.restore(draft.casePath, there, draft.notes)
      restoring = { id, job: started.job }
      return started
    },
    discard(id) {
      drafts.discard(id)
      return drafts.list()
    },
    maySettle,
    guard(guarded) {
      let settled = false
      guarded.on('close', (event) => {
        if (settled) return
        // Pasted text that the user leaves behind in order is no loss.
        if (!drafts.unsaved()) return drafts.keep(null)
        event.preventDefault()
        const toQuit = quitting
        quitting = false
        void maySettle(guarded).then(
          (may) => {
            if (!may || guarded.isDestroyed()) return
            settled = true
            guarded.close()
            if (toQuit) app.quit()
          },
          // The case could not be written: the window stays, with the notes.
          (error: unknown) => tellProblem(guarded, reasonOf(error)),
        )
      })
    },
  }
}
