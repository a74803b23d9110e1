import { BrowserWindow, nativeTheme, screen } from 'electron'
import { appOrigin } from './app-protocol'
import { developmentServer } from './guard'
import { loadWindowState, saveWindowState, smallestWindow } from './window-state'

export interface WindowPlaces {
  readonly preload: string
  /** JSON file that remembers where the window stood. */
  readonly state: string
  readonly icon?: string
}

/** The colour that shows before the first paint, as in the window's own tokens. */
const background = { light: '#ffffff', dark: '#16181c' }

/** Opens the app's window at the place where it was left. */
export function openMainWindow(places: WindowPlaces): BrowserWindow {
  const state = loadWindowState(
    places.state,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const { maximized, ...bounds } = state
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Lanescope',
    icon: places.icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: places.preload,
      contextIsolation: true,
      nodeIntegration: false,
      sandbox: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  })
  if (maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    // The size before it was maximised, so that restoring gives it back.
    const { x, y, width, height } = window.getNormalBounds()
    saveWindowState(places.state, { x, y, width, height, maximized: window.isMaximized() })
  })
  // Rejects when the window is closed while it loads; a page that is missing shows as such.
  window.loadURL(developmentServer() ?? `${appOrigin}/`).catch(() => undefined)
  return window
}

/** Brings the window to the user: another start of the app, or a file given to it. */
export function reveal(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
