import * as v from 'valibot'
import { app } from 'electron'
import { pathsFromArguments } from './arguments'

const handedOver = v.object({ paths: v.array(v.string()) })

export interface LifeCycle {
  /** The window must be there (again): the first time, and on macOS when the dock icon is clicked. */
  show(): void
  /** Files given on the command line, by the system, or by a second start of the app. */
  openGiven(paths: readonly string[]): void
}

/**
 * One instance only: a second start hands its files over and ends. Returns false in that second start, where nothing else
 * must happen.
 */
export function claimSingleInstance(): boolean {
  const paths = pathsFromArguments(process.argv, app.isPackaged, process.cwd())
  // Chromium reorders a second instance's argv, so the paths travel by themselves.
  if (app.requestSingleInstanceLock({ paths })) return true
  app.quit()
  return false
}

export function followLifeCycle(life: LifeCycle): void {
  const early: string[] = pathsFromArguments(process.argv, app.isPackaged, process.cwd())
  let ready = false

  app.on('second-instance', (_event, _argv, _folder, data) => {
    const given = v.safeParse(handedOver, data)
    life.show()
    if (given.success && given.output.paths.length > 0) life.openGiven(given.output.paths)
  })
  // macOS sends this before `ready` too, when a file is opened with the app.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    if (ready) life.openGiven([path])
    else early.push(path)
  })
  app.on('activate', () => {
    if (ready) life.show()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  void app.whenReady().then(() => {
    ready = true
    life.show()
    if (early.length > 0) life.openGiven(early)
  })
}
