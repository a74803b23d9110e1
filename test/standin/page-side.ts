/**
 * Runs in the page before its own scripts and gives the preload what a sandboxed preload gets: `require('electron')` with
 * contextBridge, ipcRenderer and webUtils. One self-contained function: its text is sent to the page.
 */
export function installRequire(): (name: string) => object {
  const listeners = new Set<(event: object, ...args: unknown[]) => void>()
  const channels = new Map<(event: object, ...args: unknown[]) => void, string>()
  const invoke = window.__standinInvoke
  window.__standinReceive = (channel, args) => {
    for (const listener of listeners) if (channels.get(listener) === channel) listener({}, ...args)
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      invoke(channel, structuredClone(args)).catch((error: unknown) => {
        throw new Error(`Error invoking remote method '${channel}': ${String(error)}`)
      }),
    on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      listeners.add(listener)
      channels.set(listener, channel)
    },
    off(_channel: string, listener: (event: object, ...args: unknown[]) => void) {
      listeners.delete(listener)
    },
  }
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
    return value
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) =>
      Object.defineProperty(window, key, { value: freeze(api), enumerable: true }),
  }
  // A plain browser hides paths: a test says which path a file of that name was dropped from.
  const webUtils = { getPathForFile: (file: File) => window.__standinPaths?.[file.name] ?? '' }
  return (name) => {
    if (name !== 'electron') throw new Error(`module not found in a sandboxed preload: ${name}`)
    return { contextBridge, ipcRenderer, webUtils }
  }
}

declare global {
  interface Window {
    __standinInvoke(channel: string, args: unknown[]): Promise<unknown>
    __standinReceive(channel: string, args: readonly unknown[]): void
    __standinPaths?: Record<string, string>
  }
}
