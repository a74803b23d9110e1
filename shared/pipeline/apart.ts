import type { Facts, Session } from '../model/session'
import type { Node } from '../model/node'
import { rules } from '../rules'
import { check, type Judgement } from '../rules/engine'

/**
 * The session judged as if each machine had been read alone: nodes that share a run, a communicator or a document stay together, all
 * others do not see each other. What is said of a node then depends on its own captures only, so that shards made on many
 * machines give the same lines as one reading of everything.
 */
export function judgeApart(session: Session): Session {
  const judged = groupsOf(session).map((nodes) => check(factsOf(session, nodes), rules))
  const all = <K extends keyof Judgement>(key: K): Judgement[K][number][] => judged.flatMap((one) => [...one[key]])
  return { ...session, findings: all('findings'), notChecked: all('notChecked'), outcomes: all('outcomes') }
}

/** Groups of nodes, in the order of their first nodes. */
function groupsOf({ nodes, runs, communicators }: Session): readonly (readonly Node[])[] {
  const parent = new Map(nodes.map(({ id }) => [id, id]))
  const rootOf = (id: string): string => {
    let root = id
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up
    parent.set(id, root)
    return root
  }
  const join = (ids: readonly string[]): void => {
    const [first, ...others] = ids.filter((id) => parent.has(id))
    if (first !== undefined) for (const id of others) parent.set(rootOf(id), rootOf(first))
  }
  for (const run of runs) join(run.nodes)
  for (const communicator of communicators) join(communicator.nodes)
  const seen = new Map<string, string>()
  for (const node of nodes) {
    for (const { document } of node.parsed) {
      const other = seen.get(document)
      if (other === undefined) seen.set(document, node.id)
      else if (other !== node.id) join([other, node.id])
    }
  }
  const groups = new Map<string, Node[]>()
  for (const node of nodes) {
    const list = groups.get(rootOf(node.id))
    if (list) list.push(node)
    else groups.set(rootOf(node.id), [node])
  }
  return [...groups.values()]
}

function factsOf(session: Session, nodes: readonly Node[]): Facts {
  const ids = new Set(nodes.map(({ id }) => id))
  const own = ofNodes(session)
  const here = <T>(map: ReadonlyMap<string, readonly T[]>): readonly T[] => [
    ...new Set([...ids].flatMap((id) => [...(map.get(id) ?? [])])),
  ]
  const parsed = [...new Set(nodes.flatMap((node) => node.parsed))]
  const place = new Map(parsed.map((section, i) => [section, i]))
  const documents = new Set(parsed.map(({ document }) => document))
  return {
    nodes,
    parsed,
    documents: [...documents].flatMap((id) => own.documents.get(id) ?? []),
    runs: here(own.runs),
    communicators: here(own.communicators).map((communicator) => ({
      ...communicator,
      // The logs of a communicator are places in the list of sections, which is another one here.
      logs: communicator.logs.flatMap((index) => {
        const section = session.parsed[index]
        return section ? (place.get(section) ?? []) : []
      }),
    })),
  }
}

interface ByNode {
  readonly runs: ReadonlyMap<string, readonly Session['runs'][number][]>
  readonly communicators: ReadonlyMap<string, readonly Session['communicators'][number][]>
  readonly documents: ReadonlyMap<string, Session['documents'][number]>
}

const known = new WeakMap<Session, ByNode>()

function ofNodes(session: Session): ByNode {
  const found = known.get(session)
  if (found) return found
  const byNode = <T extends { readonly nodes: readonly string[] }>(items: readonly T[]): Map<string, T[]> => {
    const map = new Map<string, T[]>()
    for (const item of items) {
      for (const node of item.nodes) {
        const list = map.get(node)
        if (list) list.push(item)
        else map.set(node, [item])
      }
    }
    return map
  }
  const made: ByNode = {
    runs: byNode(session.runs),
    communicators: byNode(session.communicators),
    documents: new Map(session.documents.map((document) => [document.id, document])),
  }
  known.set(session, made)
  return made
}
