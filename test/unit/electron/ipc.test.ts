import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '../../../electron/main/call-failure'
import { isOwnPage } from '../../../electron/main/guard'
import { type Handlers, answerCalls, sendEvent } from '../../../electron/main/ipc'

type Listener = (event: unknown, channel: unknown, request: unknown) => Promise<unknown>

const electron = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  windows: [] as { isDestroyed(): boolean; webContents: { getURL(): string; send(...args: unknown[]): void } }[],
}))
vi.mock('electron', () => ({
  app: { isPackaged: true, on: () => undefined },
  session: {},
  shell: {},
  ipcMain: { handle: (name: string, listener: Listener) => void electron.listeners.set(name, listener) },
  BrowserWindow: {
    fromWebContents: (sender: unknown) => electron.windows.find((window) => window.webContents === sender) ?? null,
    getAllWindows: () => electron.windows,
  },
}))

const sent: unknown[][] = []
const contents = (url: string) => ({ getURL: () => url, send: (...args: unknown[]) => void sent.push(args) })
const own = { isDestroyed: () => false, webContents: contents('app://lanescope/') }

function call(
  channel: unknown,
  request: unknown,
  frame: unknown = { url: 'app://lanescope/', parent: null },
): Promise<unknown> {
  const listener = electron.listeners.get('lanescope:call')
  if (!listener) throw new Error('nobody answers calls')
  return listener({ sender: own.webContents, senderFrame: frame }, channel, request)
}

beforeEach(() => {
  sent.length = 0
  electron.windows.splice(0, electron.windows.length, own)
  const handlers: Partial<Handlers> = {
    'settings.get': () => ({ theme: 'dark', language: 'en' }),
    'open.sample': ({ id }) => {
      throw new CallFailure('not-found', `no sample ${id}`)
    },
    'session.close': () => {
      throw new Error('our bug')
    },
  }
  answerCalls(handlers as Handlers)
})

describe('calls', () => {
  it('are answered for the top frame of a window of ours', async () => {
    expect(await call('settings.get', null)).toEqual({ ok: true, value: { theme: 'dark', language: 'en' } })
  })

  it.each([
    ['a frame inside the page', { url: 'app://lanescope/', parent: {} }],
    ['another page', { url: 'https://example.invalid/', parent: null }],
    ['another host of the scheme', { url: 'app://elsewhere/', parent: null }],
    ['a frame that is gone', null],
    ['a page without an address', { url: '', parent: null }],
  ])('are refused from %s', async (_title, frame) => {
    await expect(call('settings.get', null, frame)).rejects.toThrow('not a window of the app')
  })

  it('are refused from contents that are no window', async () => {
    electron.windows.length = 0
    await expect(call('settings.get', null)).rejects.toThrow('not a window of the app')
  })

  it.each(['shell', '__proto__', 'toString', 7, null, {}])('of channel %j are refused', async (channel) => {
    expect(await call(channel, null)).toMatchObject({ ok: false, error: { code: 'unknown-channel' } })
  })

  it('of another shape are refused before the handler', async () => {
    expect(await call('open.sample', { id: 7 })).toMatchObject({ ok: false, error: { code: 'bad-request' } })
  })

  it('that fail say why: a known reason by its code, our bug as such', async () => {
    expect(await call('open.sample', { id: 'x' })).toEqual({
      ok: false,
      error: { code: 'not-found', message: 'no sample x' },
    })
    expect(await call('session.close', null)).toEqual({ ok: false, error: { code: 'failed', message: 'our bug' } })
  })
})

describe('events', () => {
  it('go to the pages of the app and to no other', () => {
    electron.windows.push({ isDestroyed: () => false, webContents: contents('app://elsewhere/') })
    electron.windows.push({ isDestroyed: () => true, webContents: contents('app://lanescope/') })
    sendEvent('closed', {})
    expect(sent).toEqual([['lanescope:event', 'closed', {}]])
  })
})

describe('a page of the app', () => {
  it('is one of our scheme and host, or of the named development server', () => {
    expect(isOwnPage('app://lanescope/index.html')).toBe(true)
    expect(isOwnPage('http://localhost:5173/')).toBe(false)
    expect(isOwnPage('http://localhost:5173/x', 'http://localhost:5173')).toBe(true)
    expect(isOwnPage('http://localhost:5174/x', 'http://localhost:5173')).toBe(false)
    for (const address of [
      '',
      'about:blank',
      'file:///etc/passwd',
      'https://lanescope/',
      'app://lanescope.example/',
      'data:text/html,x',
    ]) {
      expect(isOwnPage(address)).toBe(false)
    }
  })
})
