import { parentPort } from 'node:worker_threads'
import type { Proof } from '@shared/contract/channels'
import { proofs, prove } from '@shared/prove'

/** Entry of a worker: runs the proofs of all rules, posts the results, ends. */
const results = proofs.map((proof): Proof => {
  const { passed, because } = prove(proof)
  return { rule: proof.rule, kind: proof.kind, title: proof.title, passed, because }
})
parentPort?.postMessage(results)
