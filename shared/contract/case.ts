/**
 * A case is one file: a zip of the untouched inputs plus `lanescope.json` with what the user added. This is that addition.
 * The captured text itself is never changed.
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
}

export interface CaseNotes extends Identity {
  readonly schema: typeof caseSchema
  readonly mutes: readonly Mute[]
  /** Free text, plain, no markup. */
  readonly note: string
  readonly customer: string
  readonly author: string
  /** State of the views as each view wants to find it again: view id -> small JSON text. */
  readonly layout: Readonly<Record<string, string>>
}

export const emptyCase: CaseNotes = {
  schema: caseSchema,
  names: {},
  merges: {},
  mutes: [],
  note: '',
  customer: '',
  author: '',
  layout: {},
}
