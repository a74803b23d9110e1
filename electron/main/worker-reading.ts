import { WorkerRefusal, startWorker } from '@host/worker/client'
import { CallFailure } from './call-failure'
import { type StartReading, forOpening } from './middle'

/** Starts one worker of the pipeline for each reading. `script` is the built host/worker/entry. */
export function startReading(script: string): StartReading {
  return (inputs, options, events) => {
    const worker = startWorker(script, inputs.map(forOpening), options, events)
    return {
      window: (request) => worker.window(request).catch(asCallFailure),
      search: (request) => worker.search(request).catch(asCallFailure),
      analyse: (other) => worker.analyse(other).catch(asCallFailure),
      share: (target, redaction, notes) => worker.share({ target, redaction, notes }).catch(asCallFailure),
      end: () => worker.end(),
    }
  }
}

function asCallFailure(error: unknown): never {
  throw error instanceof WorkerRefusal ? new CallFailure(error.error.code, error.error.message) : error
}
