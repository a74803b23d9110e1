import { app, session, shell } from 'electron'
import { appHost, appScheme } from './app-protocol'
import { mayOpenOutside } from './links'

/** True for a page of the app itself; `new URL('app://x').origin` is 'null' in Node, hence protocol and host. */
export function isOwnPage(address: string, developmentServer?: string): boolean {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if (url.protocol === `${appScheme}:` && url.host === appHost) return true
  return developmentServer !== undefined && url.origin === new URL(developmentServer).origin
}

/** Address of the window's development server, only in an unpacked app that was started by one. */
export function developmentServer(): string | undefined {
  return app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
}

/**
 * For every web contents that will ever exist: stay on our own page, open no window, embed nothing. A link to a known site
 * goes to the system's browser.
 */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (details) => {
      if (!isOwnPage(details.url, developmentServer())) details.preventDefault()
    })
    contents.on('will-redirect', (details) => {
      if (!isOwnPage(details.url, developmentServer())) details.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      if (mayOpenOutside(url)) void shell.openExternal(url)
      return { action: 'deny' }
    })
  })
}

/** No camera, no location, no notifications, no clipboard reading: the app needs none of what a page can ask for. */
export function refusePermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setDevicePermissionHandler(() => false)
}
