import type { Documents } from '@host/documents'
import {
  redactedLines,
  redactionClasses,
  safeSession,
  type RedactionClass,
  type Redactor,
} from '@shared/derive/redaction'
import type { SessionView } from '@shared/derive/session-view'
import { nearest, UsageError } from '../usage'

export interface RedactionFlags {
  /** `all`, `none` or a list of classes. */
  readonly redact?: string
  /** The user's own words, apart by commas. */
  readonly words?: string
  /** Print what was replaced, for a look before the file is sent. */
  readonly showRedactions?: boolean
}

/** What never helps a reader: hidden unless `--redact none` says otherwise. */
export const defaultRedaction = 'secret,email,user'

export interface Redacted {
  readonly session: SessionView
  readonly documents: Documents
  /** Undefined where nothing is to be replaced. */
  readonly redactor?: Redactor
  readonly classes: readonly RedactionClass[]
}

/** The session and its documents as they may leave the desk. The map of values lives in the redactor and is never written. */
export function redacted(session: SessionView, documents: Documents, flags: RedactionFlags): Redacted {
  const words = wordsOf(flags.words)
  const classes = classesOf(flags.redact ?? 'none', words)
  if (classes.length === 0) return { session, documents, classes }
  const { session: safe, redactor } = safeSession(session, { classes, words })
  const readWindow = redactedLines((id, from, count) => documents.readWindow(id, from, count), redactor)
  return {
    session: safe,
    documents: { ...documents, readWindow: (id, from, count) => [...readWindow(id, from, count)] },
    redactor,
    classes,
  }
}

export function wordsOf(text = ''): readonly string[] {
  return text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))
}

export function classesOf(text: string, words: readonly string[]): readonly RedactionClass[] {
  const named = text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim().toLowerCase()]))
  const unknown = named.find(
    (word) => word !== 'all' && word !== 'none' && !redactionClasses.some((kind) => kind === word),
  )
  if (unknown !== undefined) {
    const near = nearest(unknown, redactionClasses)
    throw new UsageError(
      `nothing to redact is called ${unknown}${near === undefined ? '' : `; did you mean ${near}?`} There are all, none, ${redactionClasses.join(', ')}`,
    )
  }
  const wanted = new Set<string>(named.includes('all') ? redactionClasses : named)
  // Words that were named are meant, whichever classes are on.
  if (words.length > 0) wanted.add('word')
  return redactionClasses.filter((kind) => wanted.has(kind))
}

/** Classes that replaced anything, in their order. */
export function classesUsed(redactor: Redactor | undefined): readonly RedactionClass[] {
  const used = new Set(redactor?.replacements().map((one) => one.class))
  return redactionClasses.filter((kind) => used.has(kind))
}

/** `host 12 values, ipv4 3 values`, and each value with what stands for it when asked: for the eyes of the sender only. */
export function replacementText(
  redactor: Redactor,
  /** What was looked for. */
  classes: readonly RedactionClass[],
  each: boolean,
): string {
  const all = redactor.replacements()
  const counts = classesUsed(redactor).map((kind) => `${kind} ${all.filter((one) => one.class === kind).length}`)
  const lines = each ? all.map(({ from, to, count }) => `  ${to}  ${from}  (${count})`) : []
  const found = counts.length === 0 ? `nothing (none found of ${classes.join(', ')})` : counts.join(', ')
  return [`redacted: ${found}`, ...lines].join('\n')
}
