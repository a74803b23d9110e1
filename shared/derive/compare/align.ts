import { gpuField } from '../../model/gpu'
import type { Node } from '../../model/node'
import type { Session } from '../../model/session'
import { numberGpus } from '../link-graph'
import type { Naming } from './facts/collect'
import { namedNics, type NamedNic } from './facts/nics'
import { ownNames } from './facts/collect'
import { profileOf, runTerm, scopesOf, type Scope } from './facts/scopes'

/** Which part of the right node stands for which part of the left one. */
export interface Alignment {
  /** Right GPU id -> left GPU id, both as in the link graph. */
  readonly gpus: ReadonlyMap<string, string>
  readonly gpusBy: 'hand' | 'bus' | 'slot' | 'bus-order' | 'index'
  readonly nics: ReadonlyMap<string, string>
  readonly nicsBy: 'hand' | 'name' | 'place'
  /** Naming of each side's sheet. */
  readonly left: Naming
  readonly right: Naming
}

/** Pairs that the user made by hand: right id -> left id; a right part without a pair maps to ''. */
export interface HandPairs {
  readonly gpus?: Readonly<Record<string, string>>
  readonly nics?: Readonly<Record<string, string>>
}

export interface Side {
  readonly node: Node
  readonly session: Session
}

export function alignNodes(left: Side, right: Side, hand: HandPairs = {}): Alignment {
  const gpus = alignGpus(left.node, right.node, hand.gpus)
  const nics = alignNics(left.node, right.node, gpus.pairs, hand.nics)
  const scopes = alignScopes(scopesOf(left.node, left.session), scopesOf(right.node, right.session))
  const leftGpus = new Set(numberGpus(left.node.gpus).map(({ id }) => id))
  const leftNics = new Set(namedNics({ node: left.node, naming: ownNames }).map(({ subject }) => subject.id))
  const gpu = renamer(gpus.pairs, leftGpus)
  return {
    gpus: gpus.pairs,
    gpusBy: gpus.by,
    nics: nics.pairs,
    nicsBy: nics.by,
    left: { ...ownNames, scope: (key) => scopes.left.get(key) ?? key, shared: new Set(gpus.pairs.values()) },
    right: {
      gpu,
      nic: renamer(nics.pairs, leftNics),
      scope: (key) => scopes.right.get(key) ?? key,
      shared: new Set(gpus.pairs.values()),
    },
  }
}

/** An unpaired part keeps its id unless the left side uses it for another part. */
function renamer(pairs: ReadonlyMap<string, string>, taken: ReadonlySet<string>): (id: string) => string {
  return (id) => {
    const paired = pairs.get(id)
    if (paired !== undefined) return paired
    let free = id
    while (taken.has(free)) free = `${free}'`
    return free
  }
}

interface Place {
  readonly id: string
  readonly index: number
  readonly busId?: string
  readonly slot?: string
}

/** Same bus ids, else same slots, else the order of bus ids, else indices: what names a place in the machine comes first. */
function alignGpus(
  left: Node,
  right: Node,
  hand: HandPairs['gpus'],
): { readonly pairs: ReadonlyMap<string, string>; readonly by: Alignment['gpusBy'] } {
  const a = placesOf(left)
  const b = placesOf(right)
  const automatic = automaticGpus(a, b)
  if (!hand || Object.keys(hand).length === 0) return automatic
  return {
    pairs: byHand(automatic.pairs, hand, new Set(a.map(({ id }) => id)), new Set(b.map(({ id }) => id))),
    by: 'hand',
  }
}

function automaticGpus(a: readonly Place[], b: readonly Place[]): ReturnType<typeof alignGpus> {
  const byBus = matching(a, b, ({ busId }) => busId)
  if (byBus) return { pairs: byBus, by: sameIndex(byBus) ? 'index' : 'bus' }
  const bySlot = matching(a, b, ({ slot }) => slot)
  if (bySlot) return { pairs: bySlot, by: sameIndex(bySlot) ? 'index' : 'slot' }
  if (a.length === b.length && [...a, ...b].every(({ busId }) => busId !== undefined)) {
    const sorted = (list: readonly Place[]): readonly Place[] =>
      [...list].sort((x, y) => ((x.busId ?? '') < (y.busId ?? '') ? -1 : 1))
    const other = sorted(b)
    const pairs = new Map(sorted(a).flatMap(({ id }, i) => (other[i] ? [[other[i].id, id]] : [])))
    return { pairs, by: sameIndex(pairs) ? 'index' : 'bus-order' }
  }
  const ids = new Set(a.map(({ id }) => id))
  return { pairs: new Map(b.flatMap(({ id }) => (ids.has(id) ? [[id, id]] : []))), by: 'index' }
}

function placesOf(node: Node): readonly Place[] {
  return numberGpus(node.gpus).map(({ gpu, id, index }) => ({
    id,
    index,
    busId: gpu.busId?.value,
    slot:
      (gpuField(gpu, 'slotNumber') ?? gpuField(gpu, 'moduleId'))?.value.trim().replace(/^(?:n\/a|0)$/i, '') ||
      undefined,
  }))
}

/** Pairs by a key that all have, that is unique, and of which the smaller side's values all exist on the other. */
function matching(
  a: readonly Place[],
  b: readonly Place[],
  keyOf: (place: Place) => string | undefined,
): ReadonlyMap<string, string> | undefined {
  const index = (list: readonly Place[]): Map<string, string> | undefined => {
    const found = new Map(list.flatMap((place) => (keyOf(place) === undefined ? [] : [[keyOf(place) ?? '', place.id]])))
    return found.size === list.length && list.length > 0 ? found : undefined
  }
  const left = index(a)
  const right = index(b)
  if (!left || !right) return undefined
  const common = [...right].filter(([key]) => left.has(key))
  if (common.length < Math.min(left.size, right.size)) return undefined
  return new Map(common.map(([key, id]) => [id, left.get(key) ?? '']))
}

function sameIndex(pairs: ReadonlyMap<string, string>): boolean {
  return [...pairs].every(([from, to]) => from === to)
}

function byHand(
  automatic: ReadonlyMap<string, string>,
  hand: Readonly<Record<string, string>>,
  left: ReadonlySet<string>,
  right: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const [id, to] of Object.entries(hand)) if (right.has(id) && left.has(to)) pairs.set(id, to)
  const taken = new Set(pairs.values())
  for (const [id, to] of automatic) if (!(id in hand) && !taken.has(to)) pairs.set(id, to)
  // What the hand pushed out takes what it left, in order: two GPUs that change places need one move.
  const free = [...left].filter((id) => ![...pairs.values()].includes(id))
  for (const id of right) {
    if (pairs.has(id) || hand[id] === '') continue
    const next = free.shift()
    if (next !== undefined) pairs.set(id, next)
  }
  return pairs
}

/** By device, name or interface; what is left by bus id; what is still left by the only GPU that it is nearest to: its rail. */
function alignNics(
  left: Node,
  right: Node,
  gpus: ReadonlyMap<string, string>,
  hand: HandPairs['nics'],
): { readonly pairs: ReadonlyMap<string, string>; readonly by: Alignment['nicsBy'] } {
  const a = namedNics({ node: left, naming: ownNames })
  const b = namedNics({ node: right, naming: ownNames })
  const pairs = new Map<string, string>()
  const take = (keyOf: (nic: NamedNic, side: 'left' | 'right') => string | undefined): number => {
    const openLeft = a.filter(({ subject }) => ![...pairs.values()].includes(subject.id))
    const openRight = b.filter(({ subject }) => !pairs.has(subject.id))
    const found = unique(openLeft, (nic) => keyOf(nic, 'left'))
    let count = 0
    for (const [key, nic] of unique(openRight, (one) => keyOf(one, 'right'))) {
      const other = found.get(key)
      if (!other) continue
      pairs.set(nic.subject.id, other.subject.id)
      count++
    }
    return count
  }
  let named = take(({ nic }) => (nic.device === undefined ? undefined : `${nic.device}:${nic.port ?? ''}`))
  named += take(({ nic }) => nic.device)
  named += take(({ nic }) => (nic.device === undefined ? nic.name : undefined))
  named += take(({ nic }) => nic.netdev?.value)
  let placed = take(({ nic }) => nic.busId?.value)
  placed += take((nic, side) => railOf(nic, side === 'left' ? left : right, side === 'left' ? undefined : gpus))
  if (hand && Object.keys(hand).length > 0) {
    const ids = (list: readonly NamedNic[]): ReadonlySet<string> => new Set(list.map(({ subject }) => subject.id))
    return { pairs: byHand(pairs, hand, ids(a), ids(b)), by: 'hand' }
  }
  return { pairs, by: placed > named ? 'place' : 'name' }
}

function unique(
  list: readonly NamedNic[],
  keyOf: (nic: NamedNic) => string | undefined,
): ReadonlyMap<string, NamedNic> {
  const found = new Map<string, NamedNic | undefined>()
  for (const nic of list) {
    const key = keyOf(nic)
    if (key !== undefined) found.set(key, found.has(key) ? undefined : nic)
  }
  return new Map([...found].flatMap(([key, nic]) => (nic ? [[key, nic]] : [])))
}

/** The one GPU that the matrix puts nearest to the NIC, in the ids of the left side. */
function railOf({ nic }: NamedNic, node: Node, gpus: ReadonlyMap<string, string> | undefined): string | undefined {
  const topology = node.topologies[0]
  const row = topology?.devices.findIndex((device) => device.kind === 'nic' && device.name === nic.name) ?? -1
  if (!topology || row < 0) return undefined
  for (const token of ['PIX', 'PXB', 'PHB']) {
    const near = topology.devices.filter((device, i) => device.kind === 'gpu' && topology.cells[row]?.[i] === token)
    if (near.length > 1) return undefined
    const id = near[0]?.name.replace('GPU', 'gpu:')
    if (id !== undefined) return gpus ? gpus.get(id) : id
  }
  return undefined
}

/** Jobs pair by the name of their document; the only job of each side pairs whatever its name; then by equal settings and runs. */
function alignScopes(
  left: readonly Scope[],
  right: readonly Scope[],
): { readonly left: ReadonlyMap<string, string>; readonly right: ReadonlyMap<string, string> } {
  const to = { left: new Map<string, string>(), right: new Map<string, string>() }
  const pair = (a: Scope, b: Scope, key: string): void => {
    to.left.set(a.key, key)
    to.right.set(b.key, key)
  }
  const [onlyLeft] = left
  const [onlyRight] = right
  if (onlyLeft && onlyRight && left.length === 1 && right.length === 1) {
    pair(onlyLeft, onlyRight, 'job')
    return to
  }
  const byKey = new Map(right.map((scope) => [scope.key, scope]))
  for (const scope of left) {
    const other = byKey.get(scope.key)
    if (other) pair(scope, other, scope.key)
  }
  const kind = (scope: Scope): string =>
    scope.runs.length === 0 ? '' : [profileOf(scope), ...scope.runs.map(runTerm).sort()].join('\n')
  const open = (
    scopes: readonly Scope[],
    taken: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, Scope | undefined> => {
    const found = new Map<string, Scope | undefined>()
    for (const scope of scopes) {
      if (taken.has(scope.key) || kind(scope) === '') continue
      found.set(kind(scope), found.has(kind(scope)) ? undefined : scope)
    }
    return found
  }
  const others = open(right, to.right)
  for (const [same, scope] of open(left, to.left)) {
    const other = others.get(same)
    if (scope && other) pair(scope, other, [scope.key, other.key].sort().join('|'))
  }
  // A name that stands for two different jobs would pair them after all.
  for (const scope of right)
    if (!to.right.has(scope.key) && left.some(({ key }) => key === scope.key)) to.right.set(scope.key, `${scope.key}'`)
  return to
}
