import { t } from '../i18n.svelte'
import { call } from './bridge'
import { notes } from './notes.svelte'
import { toasts } from './toasts.svelte'

export async function openCase(): Promise<void> {
  // Its notes come with the session.
  await call('case.open', null)
}

export async function saveCase(as: boolean): Promise<void> {
  const saved = await call('case.save', { notes: notes.now, as })
  if (!saved) return
  notes.markSaved()
  toasts.say(t('saved', { name: saved.name }))
}
