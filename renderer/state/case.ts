import { t } from '../i18n.svelte'
import { call } from './bridge'
import { keepDraft } from './drafts.svelte'
import { notes } from './notes.svelte'
import { toasts } from './toasts.svelte'

/** Starts a job; the notes of the case come with its session. */
export async function openCase(): Promise<void> {
  await call('case.open', null)
}

export async function saveCase(as: boolean): Promise<void> {
  const written = notes.now
  const saved = await call('case.save', { notes: written, as })
  if (!saved) return
  notes.markSaved(written)
  // Pasted text is in the case now, also where no note was changed.
  keepDraft()
  toasts.say(t('saved', { name: saved.name }))
}
