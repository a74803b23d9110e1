import { maxPastedCharacters } from '@shared/contract/channels'
import { t } from '../i18n.svelte'
import { bridge, call, errorText } from './bridge'
import { session } from './session.svelte'
import { toasts } from './toasts.svelte'

/** Ways in: each starts a job in main, whose events fill the session. `add` keeps what is open. */

export async function openDialog(kind: 'files' | 'folder', add = false): Promise<void> {
  await call('open.dialog', { kind, add })
}

export async function openDropped(files: readonly File[], add: boolean): Promise<void> {
  const result = await bridge()?.openFiles(files, add)
  if (result === undefined) return
  if (!result.ok) toasts.say(errorText(result.error), 'dead')
  else if (result.value === 'no-path') toasts.say(t('open.noPath'), 'degraded')
}

/** Pasted text joins what is open: a second command's output belongs to the same case. */
export async function openText(text: string): Promise<void> {
  if (text.trim() === '') toasts.say(t('open.pasted.empty'), 'degraded')
  else if (text.length > maxPastedCharacters) toasts.say(t('open.pasted.tooLong'), 'degraded')
  else await call('open.text', { text, add: session.view !== null })
}

export async function pasteFromClipboard(): Promise<void> {
  // A page of the app may not read the clipboard: main does, and only here.
  const started = await call('open.clipboard', { add: session.view !== null })
  if (started === null) toasts.say(t('open.pasted.empty'), 'degraded')
}
