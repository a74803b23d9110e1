import { bottlenecksOf, captureNext, type Bottleneck } from '../knowledge/bottlenecks'
import { bearsOnRun, findingClue, findingsFor } from '../knowledge/bottlenecks/findings'
import type { Finding, MessageData } from '../model/finding'
import type { Run } from '../model/run'
import type { Facts } from '../model/session'

/** Findings about a figure: what explains them must predict a figure like it. */
export const bandwidthFindings: ReadonlySet<string> = new Set(['busbw-below-expected', 'busbw-internode-low'])

export interface Explanation {
  /** Id of the cause. */
  readonly cause: string
  /** What the cause's text then says of the loss. */
  readonly data: MessageData
  /** Loss that it accounts for, GB/s: the largest one is told where a cause explains several runs. */
  readonly loss: number
}

export interface Explained {
  /** Finding id -> its cause. */
  readonly causes: ReadonlyMap<string, Explanation>
  /** Findings whose texts change: nothing fits, so they say what to capture next. */
  readonly replaced: ReadonlyMap<string, Finding>
}

/**
 * The root-cause tree of bandwidth: a low figure goes under the finding whose predicted loss fits the measured one within a factor of
 * two; where none does, it says so and names the next captures.
 */
export function explainBandwidth(findings: readonly Finding[], facts: Facts): Explained {
  const causes = new Map<string, Explanation>()
  const replaced = new Map<string, Finding>()
  const low = findings.filter((finding) => bandwidthFindings.has(finding.rule))
  for (const finding of low) {
    const run = runOf(finding, facts)
    if (!run) continue
    const near = findings.filter((other) => !bandwidthFindings.has(other.rule) && bearsOnRun(other, run))
    const { bottlenecks, verdict } = bottlenecksOf(run, facts, (one) => findingsFor(one, near).map(findingClue))
    const ring = finding.variant === 'ring'
    const found = bottlenecks
      .filter(({ standing, key }) => standing === 'explains' && (key === 'ring-without-nvls') === ring)
      .flatMap((bottleneck) => {
        // A remark never hides a grave finding; the figure then stands at the top with its own text.
        const cause = findingsFor(bottleneck, near).find((one) => ring || one.severity !== 'info')
        return cause ? [{ bottleneck, cause }] : []
      })[0]
    if (found) {
      const measured = verdict.measured ?? 0
      const expected = verdict.expectation?.typical ?? 0
      causes.set(finding.id, {
        cause: found.cause.id,
        loss: expected - measured,
        data: ring ? {} : explanationData(found.bottleneck, finding, measured, expected),
      })
    } else if (!ring && !bottlenecks.some(({ standing }) => standing === 'explains')) {
      const next = captureNext(bottlenecks)
      if (next.length > 0)
        replaced.set(finding.id, {
          ...finding,
          variant: 'unexplained',
          data: { ...finding.data, next: next.slice(0, 3).join('; ') },
        })
    }
  }
  return { causes, replaced }
}

function runOf(finding: Finding, facts: Facts): Run | undefined {
  const id = finding.on.find((entity) => entity.kind === 'run')?.id
  return facts.runs.find((run) => run.id === id)
}

function explanationData({ predicted }: Bottleneck, finding: Finding, measured: number, expected: number): MessageData {
  if (!predicted || measured >= expected) return {}
  // The part of the loss up to the edge of the predicted band that is nearest to the measured figure.
  const given = Math.min(Math.max(measured, predicted.low), predicted.high)
  const percent = Math.min(100, Math.max(0, Math.round(((expected - given) / (expected - measured)) * 100)))
  return {
    explainsPercent: percent,
    explainsMeasured: round(measured),
    explainsExpected: round(expected),
    explainsLow: round(predicted.low),
    explainsHigh: round(predicted.high),
    explainsCollective: finding.data['collective'] ?? '',
    explainsSize: finding.data['size'] ?? '',
  }
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}
