import type { Parsed } from '../model/format'
import type { Gpu } from '../model/gpu'
import type { Node } from '../model/node'
import type { Need, RuleArea } from '../model/rule'
import type { Session } from '../model/session'
import { EMPTY_HEALTH, type HealthProduct } from './health-product'

/** A section without what its format made of it: the value of a large log does not travel to the window. */
export type SectionView = Parsed<null>

/**
 * A session as the window, the one-file viewer and a worker message hold it: plain data, the same shape as Session, so all
 * of shared/derive takes it. Only `Parsed.value` is null, everywhere.
 */
export type SessionView = Session & {
  readonly parsed: readonly SectionView[]
  /** What the Health view shows of values that stay behind: series and results, bounded. */
  readonly health: HealthProduct
  /** All rules that judged it: the window filters findings by area. */
  readonly rules: readonly RuleInfo[]
  /** Version of the rule set that judged it; empty where only parts of a pipeline ran. */
  readonly rulesVersion: string
}

export interface RuleInfo {
  readonly id: string
  readonly area: RuleArea
  readonly since: string
  /** Facts that it looks at, and the command that shows each. */
  readonly needs?: readonly { readonly fact: Need; readonly capture: string }[]
  /** Rules whose findings stand under this one's when both concern the same thing. */
  readonly folds?: readonly string[]
  readonly foldedUnder?: readonly string[]
  /** It fires because something is absent: why that can be known. */
  readonly firesOnAbsence?: string
}

/** What only the pipeline can add, since it knows formats and rules (shared/pipeline/view.ts). */
export interface ViewExtras {
  readonly health?: HealthProduct
  readonly rules?: readonly RuleInfo[]
  readonly rulesVersion?: string
}

/**
 * Strips the values. Sections that are the same object stay the same object, so a structured clone carries each once; the
 * copy that a GPU sample points at also loses its notes, since there may be thousands of samples and JSON repeats them.
 */
export function sessionView(session: Session, extras: ViewExtras = {}): SessionView {
  const sections = new Map<Parsed, SectionView>()
  const captures = new Map<Parsed, SectionView>()
  const section = (parsed: Parsed): SectionView => remember(sections, parsed, () => ({ ...parsed, value: null }))
  const capture = (parsed: Parsed): SectionView =>
    remember(captures, parsed, () => ({ ...parsed, value: null, notes: [] }))
  const gpu = (from: Gpu): Gpu => ({
    ...from,
    samples: from.samples.map((sample) => ({ ...sample, capture: capture(sample.capture) })),
  })
  const node = (from: Node): Node => ({ ...from, gpus: from.gpus.map(gpu), parsed: from.parsed.map(section) })
  return {
    ...session,
    nodes: session.nodes.map(node),
    parsed: session.parsed.map(section),
    health: extras.health ?? EMPTY_HEALTH,
    rules: extras.rules ?? [],
    rulesVersion: extras.rulesVersion ?? '',
  }
}

function remember(known: Map<Parsed, SectionView>, key: Parsed, make: () => SectionView): SectionView {
  const found = known.get(key)
  if (found) return found
  const made = make()
  known.set(key, made)
  return made
}
