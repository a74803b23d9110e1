import type { Session } from '../../model/session'
import type { KnownValues } from './classes'
import type { RedactionClass } from './kinds'
import type { Replacement } from './redactor-types'
import { isTradeWord, unknownWords } from './names'
import { commonAccount } from './patterns/people'

// Folder and file names that say nothing of a site.
const NOBODY = /^(?:node|host) ?\d*$|^localhost$|^unknown$|^\d*$/i
const GENERIC =
  /^(?:node|host|server|gpu|machine|case|dump|logs?|data|captures?|nccl|nvidia|topo|run|test|case-?\d+|node ?\d*|localhost|unknown|[a-z]{1,3}|\d+)$/i

/** Kinds whose values are names: where a text says once whose they are, they are hidden everywhere. */
const namesOf: Partial<Record<RedactionClass, 'hosts' | 'users' | 'names'>> = {
  host: 'hosts',
  user: 'users',
  path: 'names',
}
const SHORTEST = 4

/** What is known after a first round: a user whose home one file names may stand bare in another. */
export function withFound(known: KnownValues, found: readonly Replacement[]): KnownValues {
  const more = { hosts: [...known.hosts], users: [...known.users], names: [...(known.names ?? [])] }
  for (const { class: kind, from } of found) {
    const list = namesOf[kind]
    if (list !== undefined && from.length >= SHORTEST && /^[\w.-]+$/.test(from) && !isTradeWord(from))
      more[list].push(from)
  }
  const distinct = (list: readonly string[]): readonly string[] => [...new Set(list)]
  const addresses = found.flatMap(({ class: kind, from }) => (kind === 'ipv4' ? [from] : []))
  return { ...known, hosts: distinct(more.hosts), users: distinct(more.users), names: distinct(more.names), addresses }
}

/** Names that the session itself tells: hosts of nodes, ranks and prompts, users of prompts, serials that nvidia-smi printed. */
export function knownValues(
  session: Pick<Session, 'nodes' | 'runs' | 'communicators' | 'documents'>,
  words: readonly string[] = [],
): KnownValues {
  const hosts = new Set<string>()
  const inPlace = new Set<string>()
  const users = new Set<string>()
  const serials = new Set<string>()
  const addHost = (host: string | undefined): void => {
    if (host === undefined || NOBODY.test(host) || /^\d+(?:\.\d+){3}$/.test(host)) return
    // A machine called `nvidia` would take the word out of everything: it is hidden where a line says that it is a machine.
    if (host.length < 2 || GENERIC.test(host) || isTradeWord(host)) inPlace.add(host)
    else hosts.add(host)
  }
  for (const node of session.nodes) {
    // A name from a folder is the customer's as much as one from the text.
    addHost(node.name)
    addHost(node.id)
    addHost(node.hostname?.value)
    node.aliases.forEach(addHost)
    for (const gpu of node.gpus) {
      for (const sample of gpu.samples) {
        for (const field of ['serial', 'chassisSerial', 'hostId'] as const) {
          const value = sample.values[field]?.value.trim()
          if (value !== undefined && value.length > 5 && /\d{3}/.test(value)) serials.add(value)
        }
      }
    }
  }
  for (const run of session.runs) run.hosts.forEach(addHost)
  for (const communicator of session.communicators) communicator.hosts.forEach(addHost)
  for (const document of session.documents) {
    for (const section of document.sections) {
      addHost(section.host)
      if (section.user && !commonAccount.test(section.user)) users.add(section.user)
    }
  }
  const named = session.documents.flatMap(({ name }) =>
    unknownWords(name).map(({ start, end }) => name.slice(start, end)),
  )
  // Short words are too likely to be something else in a text.
  const inNames = [...new Set(named)].filter((word) => word.length > 4 && !hosts.has(word))
  return {
    names: inNames,
    hosts: [...hosts],
    hostsInPlace: [...inPlace],
    users: [...users],
    serials: [...serials],
    words: [...words],
  }
}
