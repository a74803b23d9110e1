import * as v from 'valibot'
import type { Side } from './align'
import { findingsFor } from './findings'
import { compareSheets } from './compare'
import { ownNames, type Naming } from './facts/collect'
import { scopesOf } from './facts/scopes'
import { factKeyParts } from './fact-keys'
import { factSheet } from './sheet'
import type { ComparedFact, Fact, FactSheet, SheetComparison, Tolerance } from './types'
import { numberIn } from './values'

/**
 * A saved reference: the facts that must hold, as a small JSON file that people edit and share. A fact that all GPUs (or NICs) share
 * stands once, with `*` in place of the number.
 */
export const referenceSchema = 'lanescope.reference/1'

const entry = v.strictObject({
  fact: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
  value: v.pipe(v.string(), v.maxLength(10_000)),
  /** `5%`, or a number in the unit of the value. */
  tolerance: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}(?:\.\d{1,6})? ?%?$/, 'a number, or a share like 5%'))),
  atLeast: v.optional(v.pipe(v.number(), v.finite())),
  atMost: v.optional(v.pipe(v.number(), v.finite())),
})

const reference = v.strictObject({
  schema: v.literal(referenceSchema),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
  note: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  gpus: v.pipe(v.array(v.pipe(v.string(), v.regex(/^gpu:\S{1,60}$/))), v.maxLength(1000)),
  nics: v.pipe(v.array(v.pipe(v.string(), v.regex(/^nic:\S{1,60}$/))), v.maxLength(1000)),
  /** Lists in which nothing else may stand: `gpus`, `nics`, `modules`, `cmdline`, `settings:node`. */
  complete: v.array(v.pipe(v.string(), v.maxLength(500))),
  facts: v.pipe(v.array(entry), v.maxLength(100_000)),
})

export type Reference = v.InferOutput<typeof reference>
type Entry = v.InferOutput<typeof entry>

export function isReferenceShape(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'schema' in value && value.schema === referenceSchema
}

/** The reference that a text holds, or what is wrong with it. */
export function readReference(
  text: string,
): { readonly ok: true; readonly reference: Reference } | { readonly ok: false; readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : 'no JSON' }
  }
  const result = v.safeParse(reference, value, { abortEarly: true })
  if (result.success) return { ok: true, reference: result.output }
  const issue = result.issues[0]
  const where = v.getDotPath(issue)
  return { ok: false, problem: where === null ? issue.message : `${where}: ${issue.message}` }
}

export function referenceText(saved: Reference): string {
  const { facts, ...head } = saved
  const lines = facts.map((fact) => `    ${JSON.stringify(fact)}`)
  const start = JSON.stringify(head, null, 2).replace(/\n\}$/, '')
  return `${start},\n  "facts": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** Runs of one healthy machine scatter by some percent. */
const MEASURED = '5%'

/** `make this the good one`: what must hold on a node like this one. Counters, states and ids are left out. */
export function makeReference(side: Side, note?: string): Reference {
  const sheet = factSheet(side.node, side.session, { naming: naming(side), kinds: ['configuration', 'measurement'] })
  const ids = (kind: 'gpu' | 'nic'): string[] => [
    ...new Set(sheet.facts.flatMap(({ subject }) => (subject?.kind === kind ? [subject.id] : []))),
  ]
  const gpus = ids('gpu')
  const nics = ids('nic')
  const counts = { gpu: gpus.length, nic: nics.length }
  const groups = new Map<string, Fact[]>()
  for (const fact of sheet.facts) {
    const key = `${starred(fact)}\0${fact.value}`
    groups.set(key, [...(groups.get(key) ?? []), fact])
  }
  const facts = [...groups.values()].flatMap((group): readonly Entry[] => {
    const [first] = group
    // Presence is what the two lists say.
    if (!first || first.name === 'gpu.present' || first.name === 'nic.present' || first.loose) return []
    const { kind } = first.subject ?? {}
    const all = (kind === 'gpu' || kind === 'nic') && group.length === counts[kind] && group.length > 1
    return (all ? [{ ...first, key: starred(first) }] : group).map(({ key, value, kind: use }) => ({
      fact: key,
      value,
      ...(use === 'measurement' ? { tolerance: MEASURED } : {}),
    }))
  })
  return {
    schema: referenceSchema,
    name: side.node.name,
    ...(note === undefined ? {} : { note }),
    gpus,
    nics,
    complete: [...sheet.complete].filter((list) => list !== 'kernel-log').sort(),
    facts,
  }
}

function starred({ key, subject }: Fact): string {
  return subject && (subject.kind === 'gpu' || subject.kind === 'nic') && key.startsWith(`${subject.id}/`)
    ? `${subject.kind}:*${key.slice(subject.id.length)}`
    : key
}

/** The only job of a node is "the job" of the reference, whatever its file is called. */
function naming({ node, session }: Side): Naming {
  const scopes = scopesOf(node, session)
  return scopes.length === 1 ? { ...ownNames, scope: () => 'job' } : ownNames
}

function referenceSheet(saved: Reference): FactSheet {
  const facts = new Map<string, Fact>()
  const add = (key: string, entry: Partial<Entry>, value: string): void => {
    const parts = factKeyParts(key)
    const number = numberIn(value.replace(/^(?:x|Gen)(?=\d)/, ''))
    facts.set(key, {
      key,
      ...parts,
      value,
      number,
      tolerance: toleranceOf(entry),
      kind: parts.name === 'run' ? 'measurement' : 'configuration',
      sources: [],
    })
  }
  for (const id of saved.gpus) add(`${id}/present`, {}, 'gpu')
  for (const id of saved.nics) add(`${id}/present`, {}, 'nic')
  for (const entry of saved.facts) {
    const star = /^(gpu|nic):\*\//.exec(entry.fact)
    const keys =
      star === null
        ? [entry.fact]
        : (star[1] === 'gpu' ? saved.gpus : saved.nics).map((id) => `${id}/${entry.fact.slice((star[0] ?? '').length)}`)
    // A line for one part stands against the line for all.
    for (const key of keys) if (star === null || !facts.has(key)) add(key, entry, entry.value)
  }
  return { node: '', name: saved.name, facts: [...facts.values()], complete: new Set(saved.complete), reference: true }
}

function toleranceOf({ tolerance, atLeast, atMost }: Partial<Entry>): Tolerance | undefined {
  if (atLeast !== undefined || atMost !== undefined) return { atLeast, atMost }
  if (tolerance === undefined) return undefined
  const number = Number(tolerance.replace(/ ?%$/, ''))
  return tolerance.endsWith('%') ? { share: number / 100 } : { amount: number }
}

/** A node against a reference; the reference stands at the left. */
export function compareWithReference(saved: Reference, right: Side): SheetComparison {
  const left = referenceSheet(saved)
  const sheet = factSheet(right.node, right.session, { naming: naming(right), kinds: ['configuration', 'measurement'] })
  const compared = compareSheets(left, sheet)
  const at = findingsFor(right)
  const withFindings = (fact: ComparedFact): ComparedFact => ({
    ...fact,
    findings: { left: [], right: at(fact.right) },
    folds: fact.folds.map(withFindings),
  })
  return { ...compared, facts: compared.facts.map(withFindings) }
}
