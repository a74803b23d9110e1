import { Worker } from 'node:worker_threads'
import type { Proof } from '@shared/contract/channels'
import { CallFailure } from './call-failure'

/** Runs the proofs of all rules in a worker of their own, so that the window stays at hand. `script` is the built host/worker/prove. */
export function proveRules(script: string): Promise<readonly Proof[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script)
    worker.once('message', (results: readonly Proof[]) => {
      resolve(results)
      void worker.terminate()
    })
    worker.once('error', (error) => reject(new CallFailure('failed', error.message)))
    worker.once('exit', (code) => reject(new CallFailure('failed', `the worker ended with ${String(code)}`)))
  })
}
