import { proofs, prove, type ProofResult } from '@shared/prove'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import { painter } from '../output/terminal'
import { nearest, UsageError } from '../usage'

/** `lanescope prove [RULE...]`: runs the small captures that show each rule firing, silent, and without what it needs. */
export function proveRules(wanted: readonly string[], { json }: { readonly json?: boolean }, io: Io): number {
  const known = [...new Set(proofs.map(({ rule }) => rule))]
  for (const rule of wanted) {
    if (known.includes(rule)) continue
    const near = nearest(rule, known)
    throw new UsageError(`no proof of a rule ${rule}${near ? `; did you mean ${near}?` : ''}`)
  }
  const results = proofs.filter(({ rule }) => wanted.length === 0 || wanted.includes(rule)).map(prove)
  const failed = results.filter(({ passed }) => !passed)
  if (json) io.out(`${JSON.stringify(results.map(plain), null, 2)}\n`)
  else printResults(results, failed.length, wanted.length > 0, io)
  return failed.length > 0 ? exitStatus.found : exitStatus.fine
}

function plain({ proof: { rule, kind, title, severity }, passed, because }: ProofResult) {
  return { rule, kind, title, severity, passed, because }
}

function printResults(results: readonly ProofResult[], failed: number, all: boolean, io: Io): void {
  const paint = painter(io.colour)
  for (const { proof, passed, because } of results) {
    if (passed && !all) continue
    const mark = passed ? paint('good', 'ok  ') : paint('error', 'FAIL')
    io.out(`${mark} ${proof.rule} ${proof.kind}: ${proof.title}${because === undefined ? '' : ` - ${because}`}\n`)
  }
  const rules = new Set(results.map(({ proof }) => proof.rule)).size
  io.out(`${results.length} proofs of ${rules} rules, ${failed} failed\n`)
}
