import { analyse, readDocument } from '../pipeline/analyse'
import type { Finding, RuleOutcome } from '../model/finding'
import type { Session } from '../model/session'
import type { ProofCase } from './types'

export interface ProofResult {
  readonly proof: ProofCase
  readonly passed: boolean
  /** What came instead. */
  readonly because?: string
}

/** Analyses the small capture of a proof as if it had been opened from disk. */
export function analyseProof(proof: ProofCase): Session {
  const readings = Object.entries(proof.files).map(([path, text], i) => {
    const parts = path.split('/')
    const rows = text.split('\n')
    if (rows.at(-1) === '') rows.pop()
    let at = 0
    const source = { next: (): string | undefined => rows[at++] }
    const meta = {
      id: `d${i + 1}`,
      name: path,
      folders: parts.slice(0, -1),
      bytes: text.length,
      sha256: '',
      encoding: 'utf-8' as const,
    }
    return readDocument(meta, source)
  })
  return analyse(readings)
}

export function prove(proof: ProofCase): ProofResult {
  const session = analyseProof(proof)
  const because = judge(proof, session)
  return because === undefined ? { proof, passed: true } : { proof, passed: false, because }
}

function judge(proof: ProofCase, session: Session): string | undefined {
  const all = session.findings.flatMap((finding) => [finding, ...finding.folds])
  const own = all.filter((finding) => finding.rule === proof.rule)
  const outcomes = session.outcomes.filter((outcome) => outcome.rule === proof.rule)
  if (outcomes.some((outcome) => outcome.outcome === 'failed'))
    return `the rule threw: ${outcomes.map((outcome) => outcome.because ?? '').join(' ')}`
  if (proof.kind === 'fires') return judgeFiring(proof, own, session.findings, outcomes)
  if (own.length > 0) return `fired (${own[0]?.severity ?? ''})`
  if (proof.kind === 'silent')
    return outcomes.some((outcome) => outcome.outcome !== 'not-checked')
      ? undefined
      : `was not checked: ${outcomes[0]?.because ?? ''}`
  return outcomes.some((outcome) => outcome.outcome === 'not-checked')
    ? undefined
    : `was checked: ${outcomes.map((outcome) => outcome.outcome).join(', ')}`
}

function judgeFiring(
  proof: ProofCase,
  own: readonly Finding[],
  top: readonly Finding[],
  outcomes: readonly RuleOutcome[],
): string | undefined {
  const first = own[0]
  if (!first)
    return `did not fire: ${outcomes.map((outcome) => `${outcome.outcome} ${outcome.because ?? ''}`).join(', ')}`
  if (proof.severity !== undefined && !own.some((finding) => finding.severity === proof.severity))
    return `fired as ${first.severity}, not ${proof.severity}`
  if (own.some((finding) => finding.evidence.length === 0)) return 'fired without evidence lines'
  if (
    proof.under !== undefined &&
    !top.some((finding) => finding.rule === proof.under && finding.folds.some((fold) => fold.rule === proof.rule))
  ) {
    return `is not folded under ${proof.under}`
  }
  return undefined
}
