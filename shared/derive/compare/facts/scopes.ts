import type { Setting, SettingOrigin } from '../../../model/nccl'
import type { Node } from '../../../model/node'
import type { Run } from '../../../model/run'
import type { Session } from '../../../model/session'
import { resolveSettings, settingsOfNode, type ResolvedSetting } from '../../../model/settings'

/** What holds for one job only: a document with a log, a benchmark's output or a command line of its own. */
export interface Scope {
  /** The document's name without what names the node: the same on another node. */
  readonly key: string
  readonly label: string
  readonly settings: readonly ResolvedSetting[]
  readonly runs: readonly Run[]
  /** The settings in force were printed, so that one which is not there was not set. */
  readonly complete: boolean
}

const OF_THE_NODE: ReadonlySet<SettingOrigin> = new Set(['environment', 'user-conf', 'system-conf', 'unknown-conf'])

/** Settings of the machine: an environment that was dumped, and conf files. Those of a single job are in its scope. */
export function nodeSettings(node: Node, session: Session): readonly ResolvedSetting[] {
  return resolveSettings(settingsOfNode(node, session).filter(({ origin }) => OF_THE_NODE.has(origin)))
}

export function scopesOf(node: Node, session: Session): readonly Scope[] {
  const settings = new Map<string, Setting[]>()
  const push = <T>(map: Map<string, T[]>, key: string, item: T): void => {
    const list = map.get(key)
    if (list) list.push(item)
    else map.set(key, [item])
  }
  for (const setting of settingsOfNode(node, session))
    if (!OF_THE_NODE.has(setting.origin)) push(settings, setting.source.document, setting)
  const runs = new Map<string, Run[]>()
  for (const run of runsOf(session).get(node.id) ?? []) push(runs, run.source.document, run)
  const logs = new Set<string>()
  for (const communicator of session.communicators) {
    // The lines that name ranks are printed at the level that prints the settings too.
    if (communicator.nodes.includes(node.id)) for (const rank of communicator.ranks) logs.add(rank.source.document)
  }
  const documents = new Set([...settings.keys(), ...runs.keys(), ...logs])
  const names = keysOf(node, session, documents)
  return [...documents].map((document) => ({
    key: names.get(document)?.key ?? document,
    label: names.get(document)?.label ?? document,
    settings: resolveSettings(settings.get(document) ?? []),
    runs: runs.get(document) ?? [],
    complete: logs.has(document) || (settings.get(document)?.length ?? 0) > 0,
  }))
}

const runsKnown = new WeakMap<Session['runs'], ReadonlyMap<string, readonly Run[]>>()

/** Runs by node: a fleet asks for every node. */
function runsOf(session: Session): ReadonlyMap<string, readonly Run[]> {
  const known = runsKnown.get(session.runs)
  if (known) return known
  const found = new Map<string, Run[]>()
  for (const run of session.runs) {
    for (const node of new Set(run.nodes)) {
      const list = found.get(node)
      if (list) list.push(run)
      else found.set(node, [run])
    }
  }
  runsKnown.set(session.runs, found)
  return found
}

function keysOf(
  node: Node,
  session: Session,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, { readonly key: string; readonly label: string }> {
  const own = [node.hostname?.value, node.name, ...node.aliases]
    .filter((name): name is string => name !== undefined && name.length > 2)
    .map((name) => name.toLowerCase())
  const used = new Map<string, number>()
  const found = new Map<string, { key: string; label: string }>()
  for (const { id, name } of documentsOf(session, wanted)) {
    const label = name.split('/').at(-1) ?? name
    let bare = label.toLowerCase()
    for (const host of own) bare = bare.split(host).join('')
    const count = (used.get(bare) ?? 0) + 1
    used.set(bare, count)
    found.set(id, { key: count === 1 ? bare : `${bare}#${count}`, label })
  }
  return found
}

const byId = new WeakMap<Session['documents'], ReadonlyMap<string, Session['documents'][number]>>()

/** In the order of opening; a session of a thousand nodes looks them up by id. */
function documentsOf(session: Session, wanted: ReadonlySet<string>): readonly Session['documents'][number][] {
  let known = byId.get(session.documents)
  if (!known) {
    known = new Map(session.documents.map((document) => [document.id, document]))
    byId.set(session.documents, known)
  }
  const all = known
  return [...wanted]
    .flatMap((id) => all.get(id) ?? [])
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

/** Switches of the log's own verbosity change nothing that is measured. */
const QUIET = /^NCCL_(?:DEBUG(?:_|$)|.*_DUMP_FILE)/

export function profileOf({ settings }: Pick<Scope, 'settings'>): string {
  return settings
    .filter(({ name }) => !QUIET.test(name))
    .map(({ name, value }) => `${name}=${value}`)
    .sort()
    .join('\n')
}

export const runTerm = (run: Run): string => {
  const name = run.collective ?? run.kind
  const ranks = run.ranks === undefined ? '' : `, ${run.ranks} ranks`
  return `${name}${ranks}${run.nodes.length > 1 ? `, ${run.nodes.length} nodes` : ''}`
}
