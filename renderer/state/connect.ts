import { t } from '../i18n.svelte'
import { bridge, call } from './bridge'
import { runCommand } from './commands.svelte'
import { drafts, followDrafts, keepDraft } from './drafts.svelte'
import { followIdentity } from './identity.svelte'
import { notes } from './notes.svelte'
import { offerComparison } from './offer'
import { session } from './session.svelte'
import { settings } from './settings.svelte'
import { toasts } from './toasts.svelte'

/** Wires the events of main to the state, once, at the start. */
export async function connect(): Promise<void> {
  await settings.load()
  const app = bridge()
  if (!app) return
  app.on('started', ({ job, names }) => session.started(job, names))
  app.on('progress', (progress) => {
    if (progress.job === session.job) session.progress = progress
  })
  app.on('partial', ({ job, session: view }) => {
    if (job === session.job) session.take(view, true)
  })
  app.on('session', ({ job, session: view, milliseconds, added, notes: saved, unsaved }) => {
    if (session.job !== null && job < session.job) return
    session.finished(view, milliseconds)
    // Another case begins with its own notes; inputs that were added join those on screen.
    if (!added) notes.load(saved ?? undefined, unsaved)
    // Main knows the inputs of this session only now.
    keepDraft()
    if (unsaved) toasts.say(t('case.draft.restored'))
    else
      toasts.say(t('progress.done', { documents: view.documents.length, seconds: Math.round(milliseconds / 100) / 10 }))
    offerComparison(view, session.names)
  })
  app.on('failed', ({ job, cancelled, error }) => {
    if (session.job !== null && job < session.job) return
    session.failed(cancelled ? null : error)
    // What was open stays open, with its unsaved notes.
    keepDraft()
    if (cancelled) toasts.say(t('progress.cancelled'))
  })
  app.on('closed', () => {
    session.closed()
    keepDraft()
  })
  app.on('command', ({ command }) => void runCommand(command))

  const now = await call('session.current', null)
  if (!now) return
  session.names = now.names
  if (now.notes) notes.load(now.notes, now.unsaved)
  if (now.session) session.take(now.session, now.working !== null)
  if (now.working) {
    session.job = now.working.job
    session.progress = now.working.progress
  }
  followIdentity()
  followDrafts()
  void drafts.load()
}
