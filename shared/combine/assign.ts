import { branchesOf } from '../model/document'
import type { Parsed } from '../model/format'
import type { DocumentReading } from '../segment/read-document'
import { homesOf, stateOf } from './homes'
import { hostKey, hostsInText, hostsOfRanks, isContainerId } from './host-names'
import { strangersIn } from './machines'

/** A machine to be: its key, how it got its name, and its sections in document order. */
export interface NodeDraft {
  readonly key: string
  name: string
  nameFrom: 'user' | 'text' | 'folder' | 'file' | 'number'
  /** Line that names the host, if text does. */
  namedAt?: { readonly document: string; readonly line: number }
  readonly aliases: Set<string>
  readonly sections: Parsed[]
}

export interface AssignOptions {
  readonly merges?: Readonly<Record<string, string>>
  /** Captures of one host that came in several inputs are a node each. */
  readonly apart?: boolean
}

export interface Assignment {
  readonly drafts: readonly NodeDraft[]
  /** Key of the node that a host name belongs to. */
  readonly nodeOfHost: ReadonlyMap<string, string>
  /** Keys of the nodes of a section: several for a log that spans hosts. */
  readonly nodesOf: ReadonlyMap<Parsed, readonly string[]>
  /** Documents that were kept out of their folder's node, and why. */
  readonly apart: ReadonlyMap<string, string>
}

interface Home {
  readonly documents: DocumentReading[]
  readonly texts: Map<string, Named>
  readonly ranks: Map<string, Named>
}

interface Named {
  readonly host: string
  readonly document: string
  readonly line: number
}

/**
 * Who is who: a section belongs to the host that its prefix or prompt names, else to the only host of its document, else to the only
 * host that its machine's folder names, else to a node named after that folder.
 */
export function assign(
  readings: readonly DocumentReading[],
  { merges = {}, apart: inputsApart = false }: AssignOptions = {},
): Assignment {
  const homes = homesOf(readings.map((reading) => reading.document))
  const branches = branchesOf(readings.map((reading) => reading.document))
  const branchOf = new Map<string, string>()
  const byHome = new Map<string, Home>()
  for (const reading of readings) {
    const folder = homes.get(reading.document.id) ?? ''
    // Files that stand side by side have no folder that tells them apart.
    const branch = inputsApart ? (branches.get(reading.document.id) ?? '') : ''
    const path = inputsApart && !folder.split('/').includes(branch) ? `${folder}/${branch}` : folder
    const home = byHome.get(path) ?? { documents: [], texts: new Map<string, Named>(), ranks: new Map<string, Named>() }
    byHome.set(path, home)
    branchOf.set(path, branches.get(reading.document.id) ?? path)
    home.documents.push(reading)
    gather(reading, home.texts, home.ranks)
  }
  const drafts = new Map<string, NodeDraft>()
  const nodeOfHost = new Map<string, string>()
  const nodesOf = new Map<Parsed, readonly string[]>()
  const apart = new Map<string, string>()
  const keyOfHost = (host: string, state: string | undefined): string =>
    `host:${hostKey(merges[host] ?? host)}${state === undefined ? '' : `@${state}`}`
  const nameOfHost = (host: string, state: string | undefined): string =>
    `${shortName(merges[host] ?? host)}${state === undefined ? '' : ` ${state}`}`
  const draftOf = (key: string, name: string, nameFrom: NodeDraft['nameFrom'], at?: Named): NodeDraft => {
    const found = drafts.get(key)
    if (found) return found
    const namedAt = at ? { document: at.document, line: at.line } : undefined
    const draft: NodeDraft = { key, name, nameFrom, namedAt, aliases: new Set(), sections: [] }
    drafts.set(key, draft)
    return draft
  }

  const everywhere = new Map([...byHome.values()].flatMap((home) => [...home.ranks, ...home.texts]))
  const inputs = inputsApart ? inputsOfHosts(byHome, branchOf) : new Map<string, ReadonlySet<string>>()
  for (const [path, home] of byHome) {
    const owner = ownerOf(path, home, everywhere)
    // `before` and `after` of one host are two nodes: the user wants to compare them.
    const fixed = stateOf(path, byHome.keys())
    const stateOfHost = (host: string): string | undefined =>
      fixed ?? ((inputs.get(hostKey(host))?.size ?? 0) > 1 ? stem(branchOf.get(path) ?? path) : undefined)
    const state = owner && stateOfHost(owner.host)
    const ownerKey = owner ? keyOfHost(owner.host, state) : `folder:${path}`
    const ownerDraft = (): NodeDraft =>
      owner ? draftOf(ownerKey, nameOfHost(owner.host, state), 'text', owner) : folderDraft(path, ownerKey, draftOf)
    // What names no host is the folder's, unless its GPUs are in another machine.
    const strangers = strangersIn(home.documents, (reading) => ownHosts(reading, owner))
    for (const reading of home.documents) {
      const texts = new Map<string, Named>()
      const ranks = new Map<string, Named>()
      gather(reading, texts, ranks)
      for (const section of reading.parsed) {
        const hosts = hostsOf(section, texts, ranks)
        const keys: string[] = []
        for (const named of hosts) {
          const own = stateOfHost(named.host)
          // A container's host name stands for the machine of its folder, when that folder is one machine's.
          const alias =
            isContainerId(named.host) && hosts.length === 1 && owner !== undefined && owner.host !== named.host
          const draft = alias
            ? ownerDraft()
            : draftOf(keyOfHost(named.host, own), nameOfHost(named.host, own), 'text', named)
          draft.aliases.add(named.host)
          // Of two states the section tells which one is meant.
          if (own === undefined) nodeOfHost.set(hostKey(named.host), draft.key)
          if (!keys.includes(draft.key)) keys.push(draft.key)
          draft.sections.push(section)
        }
        if (keys.length === 0) {
          const file = strangers.get(reading.document.id)
          const draft = file === undefined ? ownerDraft() : draftOf(`file:${path}/${file}`, stem(file), 'file')
          if (file !== undefined) apart.set(reading.document.id, APART)
          draft.sections.push(section)
          keys.push(draft.key)
        }
        nodesOf.set(section, keys)
      }
    }
  }
  return { drafts: [...drafts.values()], nodeOfHost, nodesOf, apart }
}

const APART = 'its GPUs are not those of the other files in this folder: read as a machine of its own'

function inputsOfHosts(
  byHome: ReadonlyMap<string, Home>,
  branchOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const inputs = new Map<string, Set<string>>()
  for (const [path, { texts, ranks }] of byHome)
    for (const host of [...texts.keys(), ...ranks.keys()])
      inputs.set(host, (inputs.get(host) ?? new Set()).add(branchOf.get(path) ?? path))
  return inputs
}

/** `qx-a100.xml` -> `qx-a100`. */
function stem(file: string): string {
  return file.replace(/\.[A-Za-z0-9]{1,5}$/, '') || file
}

/** A document of the folder's machine for certain, of nobody yet, or of another host. */
function ownHosts(reading: DocumentReading, owner: Named | undefined): 'owner' | 'nobody' | 'other' {
  const texts = new Map<string, Named>()
  const ranks = new Map<string, Named>()
  gather(reading, texts, ranks)
  if (texts.size + ranks.size === 0) return 'nobody'
  return owner !== undefined && (texts.has(hostKey(owner.host)) || ranks.has(hostKey(owner.host))) ? 'owner' : 'other'
}

function gather(reading: DocumentReading, texts: Map<string, Named>, ranks: Map<string, Named>): void {
  const document = reading.document.id
  const add = (map: Map<string, Named>, host: string, line: number): void => {
    const key = hostKey(host)
    if (key !== '' && key !== 'localhost' && !map.has(key)) map.set(key, { host, document, line })
  }
  for (const hint of reading.hostHints) add(texts, hint.host, hint.line)
  for (const section of reading.parsed) {
    for (const host of hostsInText(section)) add(texts, host, section.line)
    for (const host of hostsOfRanks(section)) add(ranks, host, section.line)
  }
}

/** The one host of a machine's folder: what text names first, else what ranks name, else the host that the folder is called after. */
function ownerOf(path: string, home: Home, everywhere: ReadonlyMap<string, Named>): Named | undefined {
  const folder = hostKey(path.split('/').at(-1) ?? '')
  const called = home.texts.get(folder) ?? home.ranks.get(folder)
  if (called) return called
  // Its own texts name no host, and another folder's log names the one that the folder is called after.
  if (home.texts.size === 0 && home.ranks.size === 0) return everywhere.get(folder)
  const texts = [...home.texts.values()]
  const machines = texts.filter((named) => !isContainerId(named.host))
  if (machines.length === 1) return machines[0]
  if (machines.length > 1) return undefined
  const ranks = [...home.ranks.values()]
  const rankMachines = ranks.filter((named) => !isContainerId(named.host))
  if (rankMachines.length === 1 && ranks.length === 1) return rankMachines[0]
  if (rankMachines.length === 0 && ranks.length === 1) return texts[0] ?? ranks[0]
  return texts.length === 1 && ranks.length === 0 ? texts[0] : undefined
}

function hostsOf(
  section: Parsed,
  texts: ReadonlyMap<string, Named>,
  ranks: ReadonlyMap<string, Named>,
): readonly Named[] {
  const own = hostsOfRanks(section)
  if (own.length > 0)
    return own.map((host) => ranks.get(hostKey(host)) ?? { host, document: section.document, line: section.line })
  const named = hostsInText(section)
  if (named.length > 0) return named.map((host) => ({ host, document: section.document, line: section.line }))
  if (section.hint.host !== undefined && section.hint.host !== 'localhost') {
    return [{ host: section.hint.host, document: section.document, line: section.line }]
  }
  const machines = [...texts.values()].filter((candidate) => !isContainerId(candidate.host))
  if (machines.length === 1) return machines
  if (machines.length === 0 && ranks.size === 1) return [...ranks.values()]
  return []
}

function folderDraft(
  path: string,
  key: string,
  draftOf: (key: string, name: string, from: NodeDraft['nameFrom']) => NodeDraft,
): NodeDraft {
  const folder = path.split('/').at(-1) ?? ''
  return folder === '' ? draftOf(key, 'node 1', 'number') : draftOf(key, stripArchive(folder), 'folder')
}

function stripArchive(name: string): string {
  return name.replace(/\.(?:tar|tgz|zip|gz|tar\.gz|log\.gz)$/i, '').replace(/\.tar$/i, '') || name
}

function shortName(host: string): string {
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host : (host.split('.')[0] ?? host)
}
