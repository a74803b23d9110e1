import { bottlenecksOf, captureNext, type Bottleneck, type RunBottlenecks } from '../knowledge/bottlenecks'
import { bearsOnRun, findingClue, findingsFor } from '../knowledge/bottlenecks/findings'
import type { Finding } from '../model/finding'
import type { Run } from '../model/run'
import type { Session } from '../model/session'
import { withFolds } from './findings'

/** A likely bottleneck with the findings that speak for it. */
export interface DiagnosedCause extends Bottleneck {
  readonly findings: readonly Finding[]
}

/** Why a run gives what it gives: shown beside its curve, and in the report. */
export interface RunDiagnosis extends Omit<RunBottlenecks, 'bottlenecks'> {
  /** Most likely first; causes that the capture rules out come last, with what rules them out. */
  readonly causes: readonly DiagnosedCause[]
  /** Short, and nothing in the capture explains it. */
  readonly unexplained: boolean
  /** Commands to capture next, each once: those of the leading causes while more than one is open. */
  readonly captureNext: readonly string[]
}

/** Likely bottlenecks of one run, ranked, each with evidence for and against and the measurement that would settle it. */
export function diagnoseRun(session: Session, run: Run): RunDiagnosis {
  const near = session.findings.flatMap(withFolds).filter((finding) => bearsOnRun(finding, run))
  const found = bottlenecksOf(run, session, (candidate) => findingsFor(candidate, near).map(findingClue))
  const causes = found.bottlenecks.map((bottleneck) => ({ ...bottleneck, findings: findingsFor(bottleneck, near) }))
  const unexplained = found.short === true && !causes.some(({ standing }) => standing === 'explains')
  return {
    run,
    verdict: found.verdict,
    short: found.short,
    causes,
    unexplained,
    captureNext: captureNext(causes),
  }
}

/** Every run that falls short, fails, or loses something to a setting that its capture shows. */
export function diagnoses(session: Session): readonly RunDiagnosis[] {
  return session.runs
    .filter((run) => run.kind === 'nccl-tests')
    .map((run) => diagnoseRun(session, run))
    .filter(({ short, causes }) => short === true || causes.some(({ standing }) => standing === 'explains'))
}
