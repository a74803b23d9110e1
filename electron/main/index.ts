import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserWindow, Menu, app, dialog, nativeTheme, protocol } from 'electron'
import type { Settings } from '@shared/contract/settings'
import { appPrivileges, appScheme, createAppProtocol } from './app-protocol'
import { reasonOf } from './call-failure'
import { createCaseFiles } from './case-files'
import { chooseInputs } from './dialogs'
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
  const settings = createSettings(profile('settings.json'))
  const recent = createRecent(profile('recent.json'))
  const pages = createAppProtocol(join(folder, '../renderer'))
  const sessions = createSessions(startReading(join(folder, 'worker.js')), sendEvent)
  const cases = createCaseFiles(sessions)
  const opener = createOpener({ sessions, recent, cases, samplesFolder, recentChanged: setMenu })
  let window: BrowserWindow | null = null

  nativeTheme.themeSource = settings.get().theme
  guardContents()
  answerCalls(
    createHandlers({
      protocol: pages,
      sessions,
      opener,
      recent,
      settings,
      cases,
      samplesFolder,
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
    window = opened
    return opened
  }

  function changeSettings(change: Partial<Settings>): Settings {
    const changed = settings.set(change)
    nativeTheme.themeSource = changed.theme
    setMenu()
    sendEvent('settings', changed)
    return changed
  }

  function setMenu(): void {
    const chosen = settings.get()
    const system = app.getLocale().startsWith('zh') ? 'zh' : 'en'
    const state = {
      language: chosen.language === 'system' ? system : chosen.language,
      settings: chosen,
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
      await dialog.showMessageBox(target, { type: 'warning', message: reasonOf(error) })
    }
  }
}
