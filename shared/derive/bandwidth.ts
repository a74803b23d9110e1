import { expectBusBandwidth, verdictLimits, type Expectation } from '../knowledge/expectation'
import { judgeRun, type RunVerdict } from '../knowledge/run-verdict'
import type { Finding } from '../model/finding'
import type { Collective, Run, RunRow } from '../model/run'
import type { Session } from '../model/session'
import type { Bytes, GigabytesPerSecond } from '../model/units'
import { withFolds } from './findings'

/** What the Bandwidth view shows: curves of runs, the expected band, a verdict each. */

export interface CurvePoint {
  readonly bytes: Bytes
  readonly busbw: GigabytesPerSecond
}

export type RunState = 'good' | 'degraded' | 'dead' | 'unknown'

export interface RunCurve {
  readonly run: Run
  /** Short, and different from the others: the document's name, with the node where several ran the same. */
  readonly label: string
  readonly nodeNames: readonly string[]
  readonly outOfPlace: readonly CurvePoint[]
  readonly inPlace: readonly CurvePoint[]
  readonly verdict: RunVerdict
  readonly state: RunState
  readonly standing: RunStanding
  /** Findings about this run, folded ones too. */
  readonly findings: readonly Finding[]
}

/** `low-small`: below the band, at sizes where only a gross loss counts. */
export type RunStanding = 'failed' | 'unknown' | 'low-small' | NonNullable<RunVerdict['verdict']>

export function runCurves(session: Session): readonly RunCurve[] {
  const names = new Map(session.nodes.map(({ id, name }) => [id, name]))
  const documents = new Map(session.documents.map(({ id, name }) => [id, name]))
  const labels = runLabels(
    session.runs,
    (id) => documents.get(id) ?? id,
    (id) => names.get(id) ?? id,
  )
  return session.runs.map((run, i) => {
    const verdict = judgeRun(run, session)
    const standing = standingOf(run, verdict)
    return {
      run,
      label: labels[i] ?? run.id,
      nodeNames: run.nodes.map((id) => names.get(id) ?? id),
      outOfPlace: points(run.rows, 'outOfPlace'),
      inPlace: points(run.rows, 'inPlace'),
      verdict,
      state: states[standing],
      standing,
      findings: findingsAbout(session.findings, run),
    }
  })
}

function points(rows: readonly RunRow[], column: 'outOfPlace' | 'inPlace'): readonly CurvePoint[] {
  // A size may be printed twice (several data types): the better one stands for it.
  const best = new Map<Bytes, number>()
  for (const row of rows) {
    const busbw = row[column]?.busbw
    if (busbw === undefined || !Number.isFinite(busbw) || row.size <= 0) continue
    best.set(row.size, Math.max(busbw, best.get(row.size) ?? 0))
  }
  return [...best].sort((a, b) => a[0] - b[0]).map(([bytes, busbw]) => ({ bytes, busbw }))
}

const states: Readonly<Record<RunStanding, RunState>> = {
  failed: 'dead',
  unknown: 'unknown',
  'low-small': 'degraded',
  'as-expected': 'good',
  ring: 'good',
  above: 'good',
  low: 'degraded',
  'very-low': 'dead',
}

function standingOf(run: Run, { verdict, ratio, measured, expectation }: RunVerdict): RunStanding {
  if (run.failure) return 'failed'
  if (verdict === undefined) return 'unknown'
  if (verdict !== 'as-expected') return verdict
  if (ratio !== undefined && ratio < verdictLimits.warning) return 'low-small'
  // The verdict bears a little more than was ever seen; beside the band's figures only what lies between them is in it.
  return measured !== undefined && expectation !== undefined && measured > expectation.high ? 'above' : verdict
}

/** Lower edge of the band, as it is drawn: the lowest value that is accepted without a warning. */
export function acceptedFrom({ low, typical }: Pick<Expectation, 'low' | 'typical'>): GigabytesPerSecond {
  return Math.min(low, typical * verdictLimits.warning)
}

/** What explains a run is not said here: shared/derive/diagnosis.ts weighs that. */
function findingsAbout(findings: readonly Finding[], run: Run): readonly Finding[] {
  return findings
    .flatMap(withFolds)
    .filter((finding) => finding.on.some(({ kind, id }) => kind === 'run' && id === run.id))
}

function runLabels(
  runs: readonly Run[],
  document: (id: string) => string,
  node: (id: string) => string,
): readonly string[] {
  const count = (texts: readonly string[], text: string): number => texts.filter((one) => one === text).length
  const files = runs.map((run) => document(run.source.document).split('/').at(-1) ?? run.id)
  const bare = files.map((file) => file.replace(/\.(txt|log|json|out)$/i, ''))
  const base = bare.map((label, i) => (count(bare, label) > count(files, files[i] ?? '') ? (files[i] ?? label) : label))
  const nodes = new Set(runs.flatMap((run) => run.nodes))
  const named = base.map((label, i) => {
    const own = runs[i]?.nodes ?? []
    const where = own.length === 1 && own[0] !== undefined ? node(own[0]) : own.length > 1 ? `${own.length} nodes` : ''
    return nodes.size > 1 && where !== '' && count(base, label) > 1 ? `${label} ${where}` : label
  })
  return named.map((label, i) => (count(named, label) > 1 ? `${label}:${runs[i]?.source.line ?? i + 1}` : label))
}

/** Collectives that there are runs of, most runs first; runs whose collective is not known come under undefined. */
export function collectivesOf(runs: readonly Run[]): readonly (Collective | undefined)[] {
  const counts = new Map<Collective | undefined, number>()
  for (const run of runs) if (run.rows.length > 0) counts.set(run.collective, (counts.get(run.collective) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([collective]) => collective)
}

export interface BandPoint {
  readonly bytes: Bytes
  /** Lowest value that is accepted without a warning, typical, and most that was ever seen. */
  readonly accepted: GigabytesPerSecond
  readonly typical: GigabytesPerSecond
  readonly high: GigabytesPerSecond
}

export interface Band {
  readonly points: readonly BandPoint[]
  /** The expectation at the largest size: its numbers are written on the band. */
  readonly expectation: Expectation
}

const MiB = 1024 ** 2

/** What this machine gives at each of the sizes from 64 MiB on; undefined when nothing is expected of it. */
export function expectedBand({ query }: RunVerdict, sizes: readonly Bytes[]): Band | undefined {
  if (!query) return undefined
  const judged = [...new Set(sizes)].filter((size) => size >= 64 * MiB).sort((a, b) => a - b)
  const list = judged.flatMap((bytes) => {
    const found = expectBusBandwidth({ ...query, bytes })
    return found.unknown === undefined ? [{ bytes, found }] : []
  })
  const last = list.at(-1)
  if (!last) return undefined
  return {
    expectation: last.found,
    points: list.map(({ bytes, found }) => ({
      bytes,
      accepted: acceptedFrom(found),
      typical: found.typical,
      high: found.high,
    })),
  }
}

/** Best bus bandwidth between two nodes, from runs that span exactly those: a square table, undefined where nothing ran. */
export interface NodePairs {
  readonly nodes: readonly string[]
  readonly values: readonly (readonly (number | null)[])[]
}

export function nodePairs(runs: readonly Run[], collective: Collective | undefined): NodePairs | undefined {
  const pairs = runs.filter(
    (run) => run.collective === collective && run.nodes.length === 2 && run.peakBusBandwidth !== undefined,
  )
  if (pairs.length === 0) return undefined
  const nodes = [...new Set(pairs.flatMap((run) => run.nodes))].sort()
  const best = new Map<string, number>()
  for (const run of pairs) {
    const [a, b] = run.nodes
    if (a === undefined || b === undefined) continue
    for (const key of [`${a} ${b}`, `${b} ${a}`]) best.set(key, Math.max(best.get(key) ?? 0, run.peakBusBandwidth ?? 0))
  }
  return { nodes, values: nodes.map((a) => nodes.map((b) => best.get(`${a} ${b}`) ?? null)) }
}
