import * as v from 'valibot'
import { redactionClasses } from '../derive/redaction'
import { caseSchema } from './case'
import { type Channel, type Request, exportKinds, maxPastedCharacters, maxWindowLines } from './channels'
import { languages, themes } from './settings'

/**
 * The shape of every request, checked by main before a handler sees it: the window is not trusted. Objects are strict, so a
 * field that the contract does not know is refused too.
 */
const line = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096))
const path = v.pipe(v.string(), v.nonEmpty(), v.maxLength(32_768))
const fileName = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const short = v.pipe(v.string(), v.maxLength(10_000))

const identity = {
  names: v.record(v.string(), short),
  merges: v.record(v.string(), short),
  apart: v.optional(v.boolean()),
}

const commentTarget = v.variant('kind', [
  v.strictObject({ kind: v.literal('node'), node: id }),
  v.strictObject({ kind: v.literal('link'), node: id, part: id, label: short }),
  v.strictObject({ kind: v.literal('line'), document: id, line }),
  v.strictObject({ kind: v.literal('finding'), finding: id }),
])
const longText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100_000))

const caseNotes = v.strictObject({
  schema: v.literal(caseSchema),
  ...identity,
  mutes: v.array(v.strictObject({ finding: id, reason: short })),
  comments: v.array(v.strictObject({ on: commentTarget, text: longText })),
  note: v.pipe(v.string(), v.maxLength(1_000_000)),
  customer: short,
  author: short,
  layout: v.record(v.string(), v.pipe(v.string(), v.maxLength(1_000_000))),
})

const schemas: { readonly [C in Channel]: v.GenericSchema<unknown, Request<C>> } = {
  'open.dialog': v.strictObject({ kind: v.picklist(['files', 'folder']), add: v.boolean() }),
  'open.paths': v.strictObject({ paths: v.pipe(v.array(path), v.minLength(1), v.maxLength(10_000)), add: v.boolean() }),
  'open.text': v.strictObject({ text: v.pipe(v.string(), v.maxLength(maxPastedCharacters)), add: v.boolean() }),
  'open.sample': v.strictObject({ id }),
  'open.recent': v.strictObject({ id }),
  'open.clipboard': v.strictObject({ add: v.boolean() }),
  'samples.list': v.null(),
  'recent.list': v.null(),
  'recent.clear': v.null(),
  'session.current': v.null(),
  'session.cancel': v.null(),
  'session.close': v.null(),
  'session.identify': v.strictObject(identity),
  'documents.window': v.strictObject({
    document: id,
    fromLine: line,
    count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxWindowLines)),
  }),
  'documents.search': v.strictObject({
    document: id,
    pattern: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)),
    regex: v.boolean(),
    caseSensitive: v.boolean(),
    from: line,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  }),
  'export.save': v.strictObject({
    kind: v.picklist(exportKinds),
    suggestedName: fileName,
    data: v.union([v.string(), v.instance(Uint8Array)]),
  }),
  'report.pdf': v.strictObject({
    html: v.nullable(v.string()),
    suggestedName: fileName,
    pageSize: v.picklist(['A4', 'Letter']),
    landscape: v.boolean(),
  }),
  'case.open': v.null(),
  'case.save': v.strictObject({ notes: caseNotes, as: v.boolean() }),
  'case.share': v.strictObject({
    notes: caseNotes,
    redaction: v.strictObject({
      classes: v.pipe(v.array(v.picklist(redactionClasses)), v.maxLength(100)),
      words: v.pipe(v.array(short), v.maxLength(1000)),
    }),
  }),
  'draft.keep': v.strictObject({ notes: v.nullable(caseNotes) }),
  'draft.list': v.null(),
  'draft.restore': v.strictObject({ id }),
  'draft.discard': v.strictObject({ id }),
  'settings.get': v.null(),
  'settings.set': v.strictObject({
    theme: v.optional(v.picklist(themes)),
    language: v.optional(v.picklist(languages)),
  }),
  'window.title': v.strictObject({ title: v.pipe(v.string(), v.maxLength(500)) }),
  'clipboard.write': v.strictObject({ text: v.pipe(v.string(), v.maxLength(maxPastedCharacters)) }),
  'rules.prove': v.null(),
  'app.info': v.null(),
}

export function isChannel(name: unknown): name is Channel {
  return typeof name === 'string' && Object.hasOwn(schemas, name)
}

/** The request as its channel wants it, or the path and reason of the first thing that is wrong with it. */
export function checkRequest<C extends Channel>(
  channel: C,
  request: unknown,
): { readonly ok: true; readonly request: Request<C> } | { readonly ok: false; readonly problem: string } {
  const schema: v.GenericSchema<unknown, Request<C>> = schemas[channel]
  const result = v.safeParse(schema, request, { abortEarly: true })
  if (result.success) return { ok: true, request: result.output }
  const issue = result.issues[0]
  const where = v.getDotPath(issue)
  return { ok: false, problem: where === null ? issue.message : `${where}: ${issue.message}` }
}

/** The notes as this version writes them, or null; case-versions.ts reads those of older versions. */
export function checkCaseNotes(value: unknown): v.InferOutput<typeof caseNotes> | null {
  const result = v.safeParse(caseNotes, value)
  return result.success ? result.output : null
}
