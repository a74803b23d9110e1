import type { Comment } from '../model/comment'

/**
 * A case is one file: a zip of the untouched inputs plus `lanescope.json` with what the user added. This is that addition.
 * The captured text itself is never changed. A change of shape is a new version: case-versions.ts has the list.
 */
export const caseSchema = 'lanescope.case/1'

export interface Mute {
  /** Finding id, so that only this finding on this entity is muted. */
  readonly finding: string
  readonly reason: string
}

/** Who is who, as far as the user said it. The captured text keeps its own names. */
export interface Identity {
  /** Node id or captured host name -> name the user gave it. */
  readonly names: Readonly<Record<string, string>>
  /** Captured host -> host that it belongs to: two names of one machine. */
  readonly merges: Readonly<Record<string, string>>
  /** Captures of one host that came in several inputs are a node each: the same machine on Monday and on Friday. */
  readonly apart?: boolean
}

export interface CaseNotes extends Identity {
  readonly schema: typeof caseSchema
  readonly mutes: readonly Mute[]
  /** Notes on nodes, links, lines and findings. */
  readonly comments: readonly Comment[]
  /** Free text on the case as a whole, plain, no markup. */
  readonly note: string
  readonly customer: string
  readonly author: string
  /** State of the views as each wants to find it again (positions, options of the report): view id -> small JSON text. */
  readonly layout: Readonly<Record<string, string>>
}

export const emptyCase: CaseNotes = {
  schema: caseSchema,
  names: {},
  merges: {},
  mutes: [],
  comments: [],
  note: '',
  customer: '',
  author: '',
  layout: {},
}

/** What a view keeps of its layout is no work of the user: it is saved along, but nobody is asked about it. */
export function sameWork(a: CaseNotes, b: CaseNotes): boolean {
  const bare = ({ layout: _layout, ...work }: CaseNotes): string => JSON.stringify(work)
  return a === b || bare(a) === bare(b)
}
