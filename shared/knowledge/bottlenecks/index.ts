import type { Run } from '../../model/run'
import type { Facts } from '../../model/session'
import { bandedCauses } from './bands'
import { bondSingleQueue, fewAdapters, noGdr, redirectedDma, slowPort, sockets } from './between'
import { runFacts, type RunFacts } from './context'
import {
  clocks,
  fewChannels,
  fewThreads,
  lanesDown,
  ll128,
  lowLatency,
  networkInside,
  noInterface,
  pciePath,
  ringWithoutNvls,
  sharedMemoryPath,
  smallBuffers,
  treePinned,
} from './inside'
import { rulesOf, settleOf } from './settle'
import type {
  Bottleneck,
  BottleneckKey,
  BottleneckStanding,
  Candidate,
  Clue,
  PredictedBandwidth,
  RunBottlenecks,
} from './types'

export type { Bottleneck, Candidate, BottleneckKey, Clue, PredictedBandwidth, RunBottlenecks } from './types'
export { keysOfRule } from './settle'

const causes: readonly ((from: RunFacts) => Candidate | undefined)[] = [
  noInterface,
  networkInside,
  sharedMemoryPath,
  pciePath,
  lanesDown,
  lowLatency,
  ll128,
  fewChannels,
  smallBuffers,
  fewThreads,
  treePinned,
  ringWithoutNvls,
  clocks,
  sockets,
  noGdr,
  redirectedDma,
  fewAdapters,
  slowPort,
  bondSingleQueue,
]

/** What the rules found that speaks for a cause: known only after the check. */
export type JudgedEvidence = (candidate: Candidate) => readonly Clue[]

/** Causes that a finding proves by itself; for the others it only stands beside what the log shows. */
const provenByRules: ReadonlySet<BottleneckKey> = new Set<BottleneckKey>([
  'clocks',
  'lanes-down',
  'pcie-p2p',
  'sockets',
  'no-gdr',
  'redirected-dma',
  'one-nic',
  'few-nics',
  'slow-port',
  'bond-single-qp',
])

function withEvidence(candidate: Candidate, clues: readonly Clue[]): Candidate {
  const shown = (candidate.for?.length ?? 0) > 0
  if (clues.length === 0 || (!shown && !provenByRules.has(candidate.key))) return candidate
  return { ...candidate, for: [...(candidate.for ?? []), ...clues] }
}

const order: Readonly<Record<BottleneckStanding, number>> = { explains: 0, possible: 1, present: 2, 'ruled-out': 3 }

/**
 * What keeps a run below its machine, most likely first: each cause with what the session shows for and against it. A run that is not
 * short lists only causes that its capture shows (a pinned protocol that costs a few percent).
 */
export function bottlenecksOf(run: Run, facts: Facts, judged: JudgedEvidence = () => []): RunBottlenecks {
  const from = runFacts(run, facts)
  const { verdict } = from
  const short = verdict.verdict === undefined ? undefined : verdict.verdict === 'low' || verdict.verdict === 'very-low'
  const banded = bandedCauses(from)
  const weighed = causes.flatMap((cause) => {
    const found = cause(from)
    const candidate = found && withEvidence(found, judged(found))
    return candidate ? [weigh(candidate, from, { short: short === true || run.failure !== undefined, banded })] : []
  })
  const shown = weighed.filter((one): one is Weighed => one !== undefined)
  shown.sort((a, b) => order[a.bottleneck.standing] - order[b.bottleneck.standing] || a.distance - b.distance)
  return { run, verdict, short, bottlenecks: shown.map(({ bottleneck }) => bottleneck) }
}

const MOST_COMMANDS = 5

/** Commands to capture next, each once: of the causes that explain the figure, else of those that are possible. */
export function captureNext(bottlenecks: readonly Bottleneck[]): readonly string[] {
  const explained = bottlenecks.filter(({ standing }) => standing === 'explains')
  const open = explained.length > 0 ? explained : bottlenecks.filter(({ standing }) => standing === 'possible')
  return [...new Set(open.flatMap(({ settle }) => settle))].slice(0, MOST_COMMANDS)
}

interface Weighed {
  readonly bottleneck: Bottleneck
  readonly distance: number
}

interface Weighing {
  readonly short: boolean
  /** Causes that this plateau is known for on this machine. */
  readonly banded: ReadonlySet<BottleneckKey>
}

function weigh(candidate: Candidate, from: RunFacts, { short, banded }: Weighing): Weighed | undefined {
  const measured = from.verdict.measured
  const expected = from.verdict.expectation?.typical
  const usable = candidate.predicted && candidate.predicted.high > 0 && measured !== undefined && expected !== undefined
  const predicted = usable ? candidate.predicted : undefined
  const distance = predicted && measured !== undefined ? distanceTo(predicted, measured) : 0
  const standing = standingOf(candidate, predicted, { measured, expected, distance, short, banded })
  if (standing === undefined) return undefined
  const { key } = candidate
  return {
    distance,
    bottleneck: {
      key,
      standing,
      predicted,
      for: candidate.for ?? [],
      against: candidate.against ?? [],
      settle: settleOf(key, from),
      rules: rulesOf(key),
    },
  }
}

function standingOf(
  candidate: Candidate,
  predicted: PredictedBandwidth | undefined,
  run: {
    readonly measured: number | undefined
    readonly expected: number | undefined
    readonly distance: number
  } & Weighing,
): BottleneckStanding | undefined {
  if ((candidate.against?.length ?? 0) > 0) return run.short ? 'ruled-out' : undefined
  if ((candidate.for?.length ?? 0) > 0) {
    // Without a figure to compare, what the capture shows is all there is.
    if (!predicted || run.measured === undefined || run.expected === undefined) return 'explains'
    return fits(predicted, run.measured, run.expected) ? 'explains' : 'present'
  }
  // What nothing shows is worth naming only where the figure is really its own.
  return run.short && ((predicted && run.distance <= Math.log2(1.1)) || run.banded.has(candidate.key))
    ? 'possible'
    : undefined
}

/** Bandwidth and loss both within a factor of two of the prediction. */
export function fits(predicted: PredictedBandwidth, measured: number, expected: number): boolean {
  if (measured < predicted.low / 2 || measured > predicted.high * 2) return false
  const loss = 1 - measured / expected
  const least = 1 - predicted.high / expected
  const most = 1 - predicted.low / expected
  return loss <= Math.max(0.03, most * 2) && (least <= 0 || loss >= least / 2)
}

/** Factor (as a logarithm to base 2) between the measured figure and the band; 0 inside it. */
function distanceTo(predicted: PredictedBandwidth, measured: number): number {
  if (measured <= 0 || predicted.low <= 0) return Infinity
  if (measured < predicted.low) return Math.log2(predicted.low / measured)
  return measured > predicted.high ? Math.log2(measured / predicted.high) : 0
}
