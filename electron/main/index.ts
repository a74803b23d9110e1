import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserWindow, Menu, app, nativeTheme, protocol } from 'electron'
import type { Settings, SettingsNow } from '@shared/contract/settings'
import type { Language } from '@shared/messages'
import { appPrivileges, appScheme, createAppProtocol } from './app-protocol'
import { languageFromArguments, languageOf } from './arguments'
import { reasonOf } from './call-failure'
import { createCaseFiles } from './case-files'
import { chooseInputs, tellProblem } from './dialogs'
import { createDrafts } from './drafts'
import { guardContents, refusePermissions } from './guard'
import { createHandlers } from './handlers'
import { answerCalls, sendEvent } from './ipc'
import { claimSingleInstance, followLifeCycle } from './life-cycle'
import { type MenuActions, buildMenu } from './menu'
import { createOpener } from './opener'
import { createRecent } from './recent'
import { listSamples } from './samples'
import { createSessions } from './sessions'
import { createSettings } from './settings-file'
import { createUnsavedWork } from './unsaved-work'
import { openMainWindow, reveal } from './windows'
import { startReading } from './worker-reading'

const folder = import.meta.dirname
/** Beside the app's archive when packed, in the source tree otherwise. */
const resources = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources')
const samplesFolder = join(resources, 'samples')
const profile = (name: string): string => join(app.getPath('userData'), name)

app.enableSandbox()
// Must run before `ready`, and once for all schemes.
protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: appPrivileges }])

if (claimSingleInstance()) start()

function start(): void {
  const asked = languageFromArguments(process.argv)
  const settings = createSettings(profile('settings.json'), asked === undefined ? {} : { language: asked })
  const recent = createRecent(profile('recent.json'))
  const pages = createAppProtocol(join(folder, '../renderer'))
  const sessions = createSessions(startReading(join(folder, 'worker.js')), sendEvent)
  const cases = createCaseFiles(sessions)
  let window: BrowserWindow | null = null
  const unsaved = createUnsavedWork({
    sessions,
    cases,
    drafts: createDrafts(profile('drafts')),
    language,
    window: () => window,
  })
  const opener = createOpener({
    sessions,
    recent,
    cases,
    samplesFolder,
    recentChanged: setMenu,
    mayReplace: () => (window ? unsaved.maySettle(window) : Promise.resolve(true)),
  })

  nativeTheme.themeSource = settings.get().theme
  guardContents()
  answerCalls(
    createHandlers({
      protocol: pages,
      sessions,
      opener,
      recent,
      settings: { get: settingsNow },
      cases,
      unsaved,
      samplesFolder,
      fontsFolder: join(folder, '../renderer/fonts'),
      proofScript: join(folder, 'prove.js'),
      changeSettings,
      recentChanged: setMenu,
    }),
  )
  // Before the life cycle, so that the page's scheme is there when the first window asks for it.
  void app.whenReady().then(() => {
    protocol.handle(appScheme, pages.answer)
    refusePermissions()
    setMenu()
  })
  followLifeCycle({
    show,
    openGiven: (paths) => void inWindow(() => opener.openPaths(paths.filter(existsSync), false)),
  })

  function show(): BrowserWindow {
    if (window && !window.isDestroyed()) {
      reveal(window)
      return window
    }
    const opened = openMainWindow({
      preload: join(folder, '../preload/index.cjs'),
      state: profile('window.json'),
      icon: join(resources, 'build/icon.png'),
    })
    opened.on('closed', () => (window = null))
    unsaved.guard(opened)
    window = opened
    return opened
  }

  function settingsNow(): SettingsNow {
    return { ...settings.get(), systemLanguage: languageOf(app.getLocale()) }
  }

  function language(): Language {
    const { language: chosen, systemLanguage } = settingsNow()
    return chosen === 'system' ? (systemLanguage ?? 'en') : chosen
  }

  function changeSettings(change: Partial<Settings>): SettingsNow {
    settings.set(change)
    const changed = settingsNow()
    nativeTheme.themeSource = changed.theme
    setMenu()
    sendEvent('settings', changed)
    return changed
  }

  function setMenu(): void {
    const state = {
      language: language(),
      settings: settings.get(),
      recent: recent.list(),
      samples: listSamples(samplesFolder),
      mac: process.platform === 'darwin',
      packaged: app.isPackaged,
    } as const
    Menu.setApplicationMenu(buildMenu(state, actions))
  }

  const actions: MenuActions = {
    open: (kind, add) => void inWindow(async (target) => opener.openPaths(await chooseInputs(target, kind), add)),
    openRecent: (id) => void inWindow(() => opener.openRecent(id)),
    openSample: (id) => void inWindow(() => opener.openSample(id)),
    clearRecent: () => {
      recent.clear()
      setMenu()
    },
    change: (change) => void inWindow(() => changeSettings(change)),
    command: (command) => void inWindow(() => sendEvent('command', { command })),
  }

  /** Does what a menu item says, in the window (opened again if it was closed), and shows why it could not be done. */
  async function inWindow(action: (window: BrowserWindow) => unknown): Promise<void> {
    const target = show()
    try {
      await action(target)
    } catch (error) {
      await tellProblem(target, reasonOf(error))
    }
  }
}
