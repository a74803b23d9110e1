import * as v from 'valibot'

/**
 * What a case file is: a zip with the untouched inputs below `inputs/`, pasted texts below `texts/`, and this list of them with
 * the user's notes. Inputs keep their place below the folder that all of them shared, so that names and nodes come out alike.
 */
export const caseListName = 'lanescope.json'
export const caseExtension = '.lanescope'

const inputSchema = v.union([
  v.strictObject({ path: v.pipe(v.string(), v.nonEmpty()) }),
  v.strictObject({ text: v.pipe(v.string(), v.nonEmpty()), name: v.string() }),
])

/** `schema` inside the notes says which version wrote the file; it is asked before the rest is judged. */
export const caseListSchema = v.object({ inputs: v.array(inputSchema), notes: v.unknown() })

export type CaseInput = v.InferOutput<typeof inputSchema>

/** A case that cannot be read or written; the message is for people. */
export class CaseProblem extends Error {}

/** A whole case of a later version of the app. */
export class NewerCase extends CaseProblem {
  constructor(readonly version: number) {
    super(`this case was saved by a later version (${version}); nothing was changed`)
  }
}
