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

export interface CaseNotes {
  readonly schema: typeof caseSchema
  /** Node id -> name the user gave it. */
  readonly names: Readonly<Record<string, string>>
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
  mutes: [],
  note: '',
  customer: '',
  author: '',
  layout: {},
}
