import type { DocumentId } from '../../model/source'
import type { SessionView } from '../session-view'
import { knownValues, withFound } from './known'
import { makeRedactor, type RedactionOptions } from './redactor'
import type { Redactor } from './redactor-types'

/**
 * Fields that hold words of ours (ids of rules, formats and products, names of states), checksums of the inputs or numbers as text:
 * a host named like one of them must not change them.
 */
const ours: ReadonlySet<string> = new Set([
  'kind',
  'rule',
  'severity',
  'variant',
  'format',
  'quality',
  'encoding',
  'state',
  'origin',
  'outcome',
  'area',
  'since',
  'sha256',
  'nameFrom',
  'product',
  'transport',
  'direction',
  'collective',
  'form',
  'unit',
  'quantity',
  'code',
  'needs',
  'capture',
  'unknown',
  'because',
])

/** Ids of findings, nodes and parts: they name hosts, and are no text. */
const ids: ReadonlySet<string> = new Set(['id', 'finding', 'node', 'nodes', 'document', 'gpu', 'run', 'communicator'])

/** Fields that name a file or folder. */
const names: ReadonlySet<string> = new Set(['fileName', 'folders'])

/** The session with every captured value of the chosen classes replaced, ids and names of documents too. */
function redactSession(session: SessionView, redactor: Redactor): SessionView {
  const copy = deep(session, '', redactor) as SessionView
  return {
    ...copy,
    documents: session.documents.map((document, i) => ({
      ...(copy.documents[i] ?? document),
      name: redactor.redactName(document.name),
    })),
  }
}

export interface SafeSession {
  readonly session: SessionView
  readonly redactor: Redactor
}

/** The session as it may leave the desk, in two rounds: what the first found by its dress, the second finds wherever it stands. */
export function safeSession(session: SessionView, options: RedactionOptions): SafeSession {
  const known = knownValues(session)
  const scout = makeRedactor(options, known)
  redactSession(session, scout)
  const redactor = makeRedactor(options, withFound(known, scout.replacements()))
  return { session: redactSession(session, redactor), redactor }
}

/** The user's notes with the same replacements: a case that is given away. */
export function redactNotes<T>(notes: T, redactor: Redactor): T {
  return keysToo(deep(notes, '', redactor), redactor) as T
}

type ReadLines<T> = (document: DocumentId, from: number, count: number) => readonly T[]

/** Lines of the documents with the same replacements; a line that cannot be read stays undefined. */
export function redactedLines<T extends string | undefined>(
  read: ReadLines<T>,
  redactor: Redactor,
): ReadLines<string | Exclude<T, string>> {
  return (document, from, count) =>
    read(document, from, count).map((line) => (typeof line === 'string' ? redactor.redact(line) : line)) as readonly (
      string | Exclude<T, string>
    )[]
}

function deep(value: unknown, field: string, redactor: Redactor): unknown {
  if (typeof value === 'string') {
    if (ours.has(field)) return value
    if (ids.has(field)) return redactor.redactId(value)
    return names.has(field) ? redactor.redactName(value) : redactor.redact(value)
  }
  // Items of a list are what the list is called.
  if (Array.isArray(value)) return value.map((item) => deep(item, field, redactor))
  if (typeof value !== 'object' || value === null) return value
  const out: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) out[key] = deep(item, key, redactor)
  return out
}

/** Fields of a case whose keys are captured: host to name. All other keys are ours, and a case with others cannot be read. */
const keyed: ReadonlySet<string> = new Set(['names', 'merges'])

function keysToo(value: unknown, redactor: Redactor, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => keysToo(item, redactor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      keyed.has(field) ? redactor.redact(key) : key,
      keysToo(item, redactor, key),
    ]),
  )
}
