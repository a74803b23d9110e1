import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { app, clipboard } from 'electron'
import type { BrowserWindow } from 'electron'
import type { SavedFile } from '@shared/contract/channels'
import type { Settings, SettingsNow } from '@shared/contract/settings'
import type { AppProtocol } from './app-protocol'
import { writeAtomic } from './atomic-file'
import { CallFailure, reasonOf } from './call-failure'
import type { CaseFiles } from './case-files'
import { chooseExport, chooseInputs } from './dialogs'
import type { Handlers } from './ipc'
import type { Opener } from './opener'
import { printHtml, printWindow } from './pdf'
import { proveRules } from './prove-rules'
import type { Recent } from './recent'
import { listSamples } from './samples'
import type { Sessions } from './sessions'
import type { UnsavedWork } from './unsaved-work'

export interface HandlerParts {
  readonly protocol: AppProtocol
  readonly sessions: Sessions
  readonly opener: Opener
  readonly recent: Recent
  readonly settings: { get(): SettingsNow }
  readonly cases: CaseFiles
  readonly unsaved: UnsavedWork
  readonly samplesFolder: string
  /** The Chinese font beside the built window. */
  readonly fontsFolder: string
  /** The built worker that proves the rules. */
  readonly proofScript: string
  changeSettings(change: Partial<Settings>): SettingsNow
  recentChanged(): void
}

/** What each channel does: a few lines that join the modules of this folder. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { protocol, sessions, opener, recent, settings, cases, unsaved } = parts
  return {
    'open.dialog': async ({ kind, add }, window) => opener.openPaths(await chooseInputs(window, kind), add),
    'open.paths': async ({ paths, add }) => {
      const there = paths.filter(existsSync)
      if (there.length === 0) throw new CallFailure('not-found', 'none of these files exists')
      return opener.openPaths(there, add)
    },
    'open.text': ({ text, add }) => opener.openText(text, add),
    'open.clipboard': ({ add }) => opener.openClipboard(add),
    'open.sample': ({ id }) => opener.openSample(id),
    'open.recent': ({ id }) => opener.openRecent(id),
    'samples.list': () => listSamples(parts.samplesFolder),
    'recent.list': () => recent.list(),
    'recent.clear': () => {
      recent.clear()
      parts.recentChanged()
      return null
    },

    'session.current': () => sessions.state(),
    'session.cancel': () => {
      sessions.cancel()
      return null
    },
    'session.close': async (_request, window) => {
      if (await unsaved.maySettle(window)) sessions.close()
      return null
    },
    'session.identify': (identity) => sessions.identify(identity),
    'documents.window': (request) => sessions.window(request),
    'documents.search': (request) => sessions.search(request),

    'export.save': async ({ kind, suggestedName, data }, window) =>
      save(await chooseExport(window, suggestedName, kind), () => Promise.resolve(data)),
    'report.pdf': async ({ html, suggestedName, pageSize, landscape }, window) => {
      const paper = { pageSize, landscape }
      return save(await chooseExport(window, suggestedName, 'pdf'), () =>
        html === null ? printWindow(window, paper) : printHtml({ protocol, fonts: parts.fontsFolder }, html, paper),
      )
    },
    'case.open': async (_request, window) => {
      const path = await cases.choose(window)
      return path === null ? null : opener.openPaths([path], false)
    },
    'case.save': ({ notes, as }, window) => cases.save(window, notes, as),
    'case.share': ({ notes, redaction }, window) => cases.share(window, notes, redaction),
    'draft.keep': ({ notes }) => {
      unsaved.keep(notes)
      return null
    },
    'draft.list': () => unsaved.list(),
    'draft.restore': ({ id }) => unsaved.restore(id),
    'draft.discard': ({ id }) => unsaved.discard(id),

    'settings.get': () => settings.get(),
    'settings.set': (change) => parts.changeSettings(change),
    'window.title': ({ title }, window) => setTitle(window, title),
    'clipboard.write': async ({ text }) => {
      await clipboard.writeText(text)
      return null
    },
    'rules.prove': () => proveRules(parts.proofScript),
    'app.info': () => ({
      version: app.getVersion(),
      electron: process.versions['electron'] ?? '',
      chromium: process.versions['chrome'] ?? '',
      platform: process.platform,
    }),
  }
}

async function save(path: string | undefined, bytes: () => Promise<string | Uint8Array>): Promise<SavedFile | null> {
  if (path === undefined) return null
  const data = await bytes()
  try {
    writeAtomic(path, data)
  } catch (error) {
    throw new CallFailure('unreadable', reasonOf(error))
  }
  return { name: basename(path), bytes: Buffer.byteLength(data) }
}

function setTitle(window: BrowserWindow, title: string): null {
  window.setTitle(title === '' ? 'Lanescope' : `${title} - Lanescope`)
  return null
}
