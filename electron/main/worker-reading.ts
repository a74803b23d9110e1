import type { StartReading } from './middle'

/** Starts one worker of the pipeline for each reading. `script` is the built host/worker/entry. */
export function startReading(script: string): StartReading {
  return (_inputs, events) => {
    void script
    queueMicrotask(() => events.failed({ code: 'failed', message: 'no worker' }))
    return {
      window: () => Promise.reject(new Error('no worker')),
      search: () => Promise.reject(new Error('no worker')),
      end: () => undefined,
    }
  }
}
