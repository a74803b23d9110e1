import type { TextDocument } from '../../shared/model/document'
import type { Finding, NotChecked, RuleOutcome } from '../../shared/model/finding'
import type { Session } from '../../shared/model/session'
import type { SourceRef } from '../../shared/model/source'
import { at } from './source'

export * from './node'
export * from './run'
export * from './source'

/** Builders of synthetic sessions: each makes one healthy thing and takes what should differ. */

export function document(name: string, options: Partial<TextDocument> = {}): TextDocument {
  const lines = options.lines ?? 60
  return {
    id: name,
    name,
    folders: name.split('/').slice(0, -1),
    bytes: lines * 40,
    sha256: '0'.repeat(64),
    lines,
    encoding: 'utf-8',
    sections: [],
    unrecognisedLines: 0,
    unrecognised: [],
    ...options,
  }
}

export function finding(rule: string, node: string, options: Partial<Finding> = {}): Finding {
  return {
    id: `${rule}:${node}`,
    rule,
    severity: 'error',
    nodes: [node],
    on: [{ kind: 'node', id: node, label: node }],
    evidence: [at(`${node}/nvlink-s.txt`, 71, 72)],
    data: {},
    folds: [],
    ...options,
  }
}

export function notChecked(rule: string, node: string, options: Partial<NotChecked> = {}): NotChecked {
  return { rule, node, needs: ['kernel-log'], capture: 'sudo dmesg -T', ...options }
}

export function outcome(rule: string, node: string, kind: RuleOutcome['outcome'], because?: string): RuleOutcome {
  return { rule, node, outcome: kind, ...(because === undefined ? {} : { because }) }
}

/** A session of the given parts. Documents that sources of the parts name and nobody listed are added. */
export function session(parts: Partial<Session> = {}): Session {
  const given = parts.documents ?? []
  const named = new Set(given.map(({ id }) => id))
  const missing = [...documentsOf(parts)].filter((id) => !named.has(id)).sort()
  return {
    nodes: [],
    runs: [],
    communicators: [],
    parsed: [],
    findings: [],
    notChecked: [],
    outcomes: [],
    ...parts,
    documents: [...given, ...missing.map((id) => document(id))],
  }
}

/** Every document id that any `source`-like value below `value` names. */
function documentsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) documentsOf(item, found)
  else if (typeof value === 'object' && value !== null) {
    if (isSourceRef(value)) found.add(value.document)
    for (const item of Object.values(value)) documentsOf(item, found)
  }
  return found
}

function isSourceRef(value: object): value is SourceRef {
  return 'document' in value && 'line' in value && 'endLine' in value && typeof value.document === 'string'
}
