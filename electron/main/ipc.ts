import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import { callName, eventName } from '@shared/contract/bridge'
import type { Channel, Request as CallRequest, Response as CallResponse } from '@shared/contract/channels'
import type { EventName, Events } from '@shared/contract/events'
import { checkRequest, isChannel } from '@shared/contract/requests'
import { type Result, failure, success } from '@shared/contract/result'
import { CallFailure, reasonOf } from './call-failure'
import { developmentServer, isOwnPage } from './guard'

/** One handler for each channel of the contract. */
export type Handlers = {
  readonly [C in Channel]: (
    request: CallRequest<C>,
    window: BrowserWindow,
  ) => CallResponse<C> | Promise<CallResponse<C>>
}

/** The only user of ipcMain. Calls come from the top frame of a window of ours, name a channel and fit its shape, or are refused. */
export function answerCalls(handlers: Handlers): void {
  ipcMain.handle(
    callName,
    async (event: IpcMainInvokeEvent, channel: unknown, request: unknown): Promise<Result<unknown>> => {
      const window = senderWindow(event)
      if (!window) throw new Error('call refused: not a window of the app')
      if (!isChannel(channel))
        return failure('unknown-channel', `no channel ${JSON.stringify(String(channel)).slice(0, 100)}`)
      return answer(handlers, channel, request, window)
    },
  )
}

async function answer<C extends Channel>(
  handlers: Handlers,
  channel: C,
  request: unknown,
  window: BrowserWindow,
): Promise<Result<CallResponse<C>>> {
  const checked = checkRequest(channel, request)
  if (!checked.ok) return failure('bad-request', `${channel}: ${checked.problem}`)
  try {
    return success(await handlers[channel](checked.request, window))
  } catch (error) {
    return error instanceof CallFailure ? failure(error.code, error.message) : failure('failed', reasonOf(error))
  }
}

function senderWindow(event: IpcMainInvokeEvent): BrowserWindow | null {
  const frame = event.senderFrame
  if (!frame || frame.parent !== null || !isOwnPage(frame.url, developmentServer())) return null
  return BrowserWindow.fromWebContents(event.sender)
}

/** Sends an event to every window that shows the app. */
export function sendEvent<E extends EventName>(event: E, data: Events[E]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed() && isOwnPage(window.webContents.getURL(), developmentServer()))
      window.webContents.send(eventName, event, data)
  }
}
