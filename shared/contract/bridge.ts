import type { Channel, JobStarted, Request, Response } from './channels'
import type { EventName, Events } from './events'
import type { Result } from './result'

/** The two IPC names that exist: calls of the window, and events of main. What they carry is in channels.ts and events.ts. */
export const callName = 'lanescope:call'
export const eventName = 'lanescope:event'

/** Channels that the page cannot call by itself: a page must not be able to name a path. */
export const preloadOnly = ['open.paths'] as const satisfies readonly Channel[]
export type PageChannel = Exclude<Channel, (typeof preloadOnly)[number]>

/** A DOM `File`, named here by what a layer without a DOM may know of it. */
export interface DroppedFile {
  readonly name: string
  readonly size: number
}

/** `window.lanescope`: all that a page of the app can reach. The one-file viewer has none, so views ask for it first. */
export interface Bridge {
  invoke<C extends PageChannel>(channel: C, request: Request<C>): Promise<Result<Response<C>>>
  /** Files and folders that were dropped or pasted; the preload turns them into paths. Null as for 'open.paths'. */
  openFiles(files: readonly DroppedFile[], add: boolean): Promise<Result<JobStarted | 'no-path' | null>>
  /** Calls `listener` for every event until the returned function is called. */
  on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void
}

declare global {
  interface Window {
    readonly lanescope?: Bridge
  }
}
