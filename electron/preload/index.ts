import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { type Bridge, callName, eventName, preloadOnly } from '@shared/contract/bridge'
import {
  type Channel,
  type Request as CallRequest,
  type Response as CallResponse,
  channelNames,
} from '@shared/contract/channels'
import { eventNames } from '@shared/contract/events'
import { type Result, failure, success } from '@shared/contract/result'

/**
 * All that a page of the app can reach: the calls and events of shared/contract. ipcRenderer itself never gets to the page,
 * nor does the event object that comes with a message.
 */
async function call<C extends Channel>(channel: C, request: CallRequest<C>): Promise<Result<CallResponse<C>>> {
  const answer: unknown = await ipcRenderer.invoke(callName, channel, request)
  return answer as Result<CallResponse<C>>
}

const forPage: ReadonlySet<string> = new Set(
  channelNames.filter((name) => !preloadOnly.some((hidden) => hidden === name)),
)

const bridge: Bridge = {
  async invoke(channel, request) {
    if (!forPage.has(channel))
      return failure('unknown-channel', `no channel ${JSON.stringify(String(channel)).slice(0, 100)}`)
    return call(channel, request)
  },
  async openFiles(files, add) {
    // A File that the page made itself has no path; only what the user dropped or picked has one.
    const paths = files.flatMap((file) => {
      const path = file instanceof File ? webUtils.getPathForFile(file) : ''
      return path === '' ? [] : [path]
    })
    return paths.length === 0 ? success('no-path') : call('open.paths', { paths, add })
  },
  on(event, listener) {
    if (!eventNames.includes(event)) return () => undefined
    const receive = (_event: unknown, name: unknown, data: unknown): void => {
      if (name === event) listener(data as Parameters<typeof listener>[0])
    }
    ipcRenderer.on(eventName, receive)
    return () => void ipcRenderer.off(eventName, receive)
  },
}

contextBridge.exposeInMainWorld('lanescope', bridge)
