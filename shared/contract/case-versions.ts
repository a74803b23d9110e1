import * as v from 'valibot'
import { type CaseNotes, caseSchema } from './case'
import { checkCaseNotes } from './requests'

/** One step from a version to the next. `upgrade` is total: it gets whatever a file held, and the last shape is checked after all. */
export interface Upgrader {
  readonly from: number
  upgrade(notes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

/** In order, without a gap: the version of a file picks where to start. A new version is a line here and a fixture in the tests. */
export const upgraders: readonly Upgrader[] = [
  {
    // Version 0 had one text for the whole case, names without merges, and mutes as plain ids.
    from: 0,
    upgrade: ({ muted, text, ...rest }) => ({
      merges: {},
      comments: [],
      layout: {},
      customer: '',
      author: '',
      ...rest,
      mutes: (Array.isArray(muted) ? muted : []).map((finding: unknown) => ({ finding, reason: '' })),
      note: typeof text === 'string' ? text : '',
    }),
  },
]

const prefix = 'lanescope.case/'
export const caseVersion = Number(caseSchema.slice(prefix.length))

export type ReadNotes =
  | { readonly is: 'notes'; readonly notes: CaseNotes; readonly upgradedFrom?: number }
  /** Written by a later version of the app: nothing of it is guessed. */
  | { readonly is: 'newer'; readonly version: number }
  | { readonly is: 'damaged' }

/** The notes of a case file that any version of the app up to this one wrote. */
export function readNotes(value: unknown): ReadNotes {
  const version = versionOf(value)
  if (version === undefined) return { is: 'damaged' }
  if (version > caseVersion) return { is: 'newer', version }
  let notes: unknown = value
  for (const { from, upgrade } of upgraders) {
    if (from < version) continue
    const old = v.safeParse(v.record(v.string(), v.unknown()), notes)
    if (!old.success) return { is: 'damaged' }
    notes = { ...upgrade(old.output), schema: `${prefix}${from + 1}` }
  }
  const checked = checkCaseNotes(notes)
  if (!checked) return { is: 'damaged' }
  return { is: 'notes', notes: checked, ...(version < caseVersion ? { upgradedFrom: version } : {}) }
}

function versionOf(value: unknown): number | undefined {
  const marked = v.safeParse(v.object({ schema: v.pipe(v.string(), v.regex(/^lanescope\.case\/\d{1,6}$/)) }), value)
  return marked.success ? Number(marked.output.schema.slice(prefix.length)) : undefined
}
