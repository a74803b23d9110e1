import { factSheet } from '@shared/derive/compare'
import { linksDue } from '@shared/derive/overview'
import type { Language } from '@shared/messages'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import { jsonFinding, jsonNode, type JsonContext } from './json'
import { jsonRun } from './json-run'

/**
 * One object a line: node, run or finding, for DuckDB or Spark over many shards. The contract is docs/ndjson.md. A line depends on the
 * captures of its own machines only, and names documents instead of numbering them, so shards join by concatenation.
 */
export const ndjsonVersion = 1

export function ndjsonLines(session: Session, context: JsonContext): string {
  const ids = stableIds(session)
  const counts = countsOf(session)
  const lines = [
    ...session.nodes.map((node) => nodeLine(node, session, counts)),
    ...session.runs.map((run) => runLine(run, session, ids, context.language)),
    ...session.findings.map((finding) => findingLine(finding, ids, context)),
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

interface Counts {
  readonly findings: ReadonlyMap<string, { readonly error: number; readonly warning: number; readonly info: number }>
  readonly notChecked: ReadonlyMap<string, number>
}

function countsOf(session: Session): Counts {
  const findings = new Map<string, { error: number; warning: number; info: number }>()
  for (const finding of session.findings) {
    for (const node of finding.nodes) {
      const count = findings.get(node) ?? { error: 0, warning: 0, info: 0 }
      count[finding.severity]++
      findings.set(node, count)
    }
  }
  const notChecked = new Map<string, number>()
  for (const { node } of session.notChecked) notChecked.set(node, (notChecked.get(node) ?? 0) + 1)
  return { findings, notChecked }
}

/** `facts` holds what must hold on a node, by the keys that `lanescope diff` and `fleet` use: a majority is a GROUP BY. */
function nodeLine(node: Node, session: Session, counts: Counts): object {
  const { gpus, nics, ...rest } = jsonNode(node, session)
  const dues = node.gpus.map(linksDue)
  const up = node.gpus.map(({ links }) => links.filter(({ state }) => state === 'active').length)
  const known = node.gpus.some(({ links }) => links.some(({ state }) => state !== 'unknown'))
  const due = dues.every((one) => one !== undefined)
    ? dues.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    : undefined
  const { facts } = factSheet(node, session, { kinds: ['configuration'] })
  return {
    kind: 'node',
    v: ndjsonVersion,
    ...rest,
    product: node.gpus[0]?.name?.value,
    gpuCount: node.gpus.length,
    linksUp: known ? up.reduce((sum, one) => sum + one, 0) : undefined,
    linksDue: known ? due : undefined,
    nicCount: node.nics.length,
    findings: counts.findings.get(node.id) ?? { error: 0, warning: 0, info: 0 },
    notChecked: counts.notChecked.get(node.id) ?? 0,
    gpus,
    nics,
    facts: Object.fromEntries(facts.filter(({ name }) => name !== 'run').map(({ key, value }) => [key, value])),
  }
}

type Ids = (id: string) => string

/** Runs and communicators are numbered in a session; outside of it their place is their name. */
function stableIds(session: Session): Ids {
  const names = new Map(session.documents.map(({ id, name }) => [id, name]))
  const places = [...session.runs, ...session.communicators].map(({ id, source }) => {
    const document = names.get(source.document) ?? source.document
    return [id, `${document}:${source.line}`] as const
  })
  const known = new Map([...names, ...places])
  return (id) => known.get(id) ?? id
}

function runLine(run: Session['runs'][number], session: Session, ids: Ids, language: Language): object {
  const { kind: tool, id, source, ...rest } = jsonRun(run, session, language)
  return {
    kind: 'run',
    v: ndjsonVersion,
    tool,
    id: ids(id),
    source: { ...source, document: ids(source.document) },
    ...rest,
    peakBytes: run.peakRow?.size,
  }
}

function findingLine(finding: Session['findings'][number], ids: Ids, context: JsonContext): object {
  const { on, evidence, ...rest } = jsonFinding(finding, context)
  return {
    kind: 'finding',
    v: ndjsonVersion,
    ...rest,
    on: on.map((entity) => ({ ...entity, id: ids(entity.id) })),
    evidence: evidence.map(({ name, line, endLine, text }) => ({ document: name, line, endLine, text })),
  }
}
