import {
  bottlenecksOf,
  type Bottleneck,
  type Candidate,
  type Clue,
  type RunBottlenecks,
} from '../knowledge/bottlenecks'
import { rulesOf } from '../knowledge/bottlenecks/settle'
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

const MOST_COMMANDS = 5

/** Likely bottlenecks of one run, ranked, each with evidence for and against and the measurement that would settle it. */
export function diagnoseRun(session: Session, run: Run): RunDiagnosis {
  const near = session.findings.flatMap(withFolds).filter((finding) => bearsOn(finding, run))
  const found = bottlenecksOf(run, session, (candidate) => findingsFor(candidate, near).map(clueOf))
  const causes = found.bottlenecks.map((bottleneck) => ({ ...bottleneck, findings: findingsFor(bottleneck, near) }))
  const unexplained = found.short === true && !causes.some(({ standing }) => standing === 'explains')
  const open = causes.filter(({ standing }) => standing === (unexplained ? 'possible' : 'explains'))
  return {
    run,
    verdict: found.verdict,
    short: found.short,
    causes,
    unexplained,
    captureNext: [...new Set(open.flatMap(({ settle }) => settle))].slice(0, MOST_COMMANDS),
  }
}

/** Every run that falls short, fails, or loses something to a setting that its capture shows. */
export function diagnoses(session: Session): readonly RunDiagnosis[] {
  return session.runs
    .filter((run) => run.kind === 'nccl-tests')
    .map((run) => diagnoseRun(session, run))
    .filter(({ short, causes }) => short === true || causes.some(({ standing }) => standing === 'explains'))
}

/** A finding about another run says nothing of this one; one about the machine does. */
function bearsOn(finding: Finding, run: Run): boolean {
  const runs = finding.on.filter(({ kind }) => kind === 'run')
  if (runs.length > 0) return runs.some(({ id }) => id === run.id)
  return finding.nodes.some((node) => run.nodes.includes(node))
}

function findingsFor(candidate: Candidate, near: readonly Finding[]): readonly Finding[] {
  const rules = rulesOf(candidate.key)
  const names = new Set(
    (candidate.for ?? []).flatMap((clue) => (clue.key === 'set' ? [String(clue.data['name'])] : [])),
  )
  return near.filter((finding) => {
    if (!rules.includes(finding.rule)) return false
    // One rule judges several variables: channels do not speak for buffers.
    const name = finding.data['name']
    return names.size === 0 || name === undefined || names.has(String(name))
  })
}

function clueOf(finding: Finding): Clue {
  return { key: 'finding', data: { ...finding.data, rule: finding.rule }, sources: finding.evidence.slice(0, 2) }
}
