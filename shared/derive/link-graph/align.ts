import type { GraphLane, LinkGraph } from './types'

/**
 * The right graph with the ids of the left one for the same parts: NICs pair by RDMA device where both name it, else by the name
 * in the matrix; GPUs and NVSwitches pair by number as they are. Then one id means one slot in both drawings.
 */
export function alignGraphs(left: LinkGraph, right: LinkGraph): LinkGraph {
  const byDevice = new Map(
    left.nics.flatMap((nic) => (nic.device === undefined ? [] : [[nic.device, nic.id] as const])),
  )
  const renamed = new Map<string, string>()
  const taken = new Set<string>()
  for (const nic of right.nics) {
    const same = nic.device === undefined ? undefined : byDevice.get(nic.device)
    if (same === undefined || taken.has(same)) continue
    renamed.set(nic.id, same)
    taken.add(same)
  }
  for (const nic of right.nics) {
    if (renamed.has(nic.id)) continue
    // Its own id may now mean another device.
    let id = nic.id
    while (taken.has(id)) id = `${id}'`
    taken.add(id)
    renamed.set(nic.id, id)
  }
  return renameParts(right, (id) => renamed.get(id) ?? id)
}

/** The graph with other ids for its GPUs and NICs; ids that are made of those follow. */
export function renameParts(graph: LinkGraph, to: (id: string) => string): LinkGraph {
  const ids = [...graph.gpus, ...graph.nics].map(({ id }) => id)
  if (ids.every((id) => to(id) === id)) return graph
  const known = new Set(ids)
  const one = (id: string): string => (known.has(id) ? to(id) : id)
  // `nvl:gpu:3>nvs:0`, `pcie:switch-gpu:0`, `ghost:gpu:5`: the id of a GPU inside another id.
  const inside = (id: string): string => id.replace(/gpu:\d+|nic:[^>]+$/g, (part) => one(part))
  const all = (list: readonly string[]): readonly string[] => list.map(one)
  const end = (lane: GraphLane): GraphLane =>
    lane.to.id === undefined ? lane : { ...lane, to: { ...lane.to, id: one(lane.to.id) } }
  return {
    ...graph,
    gpus: graph.gpus.map((gpu) => ({
      ...gpu,
      id: one(gpu.id),
      // Columns go by index: a GPU stands where its counterpart does.
      index: one(gpu.id) === gpu.id ? gpu.index : Number(/(\d+)'*$/.exec(one(gpu.id))?.[1] ?? gpu.index),
      lanes: gpu.lanes.map(end),
    })),
    switchEdges: graph.switchEdges.map((edge) => ({ ...edge, id: inside(edge.id), gpu: one(edge.gpu) })),
    pairs: graph.pairs.map((pair) => {
      const [a, b] = [one(pair.a), one(pair.b)]
      const turned = byNumber(a, b) > 0
      return turned
        ? { ...pair, id: `pair:${b}-${a}`, a: b, b: a, lanesOfA: pair.lanesOfB, lanesOfB: pair.lanesOfA }
        : { ...pair, id: `pair:${a}-${b}`, a, b }
    }),
    nics: graph.nics.map((nic) => ({ ...nic, id: one(nic.id), near: all(nic.near) })),
    unplaced: all(graph.unplaced),
    ghosts: graph.ghosts.map((ghost) => ({
      ...ghost,
      id: inside(ghost.id),
      gpu: one(ghost.gpu),
      shares: ghost.shares === undefined ? undefined : one(ghost.shares),
    })),
    relations: graph.relations.map((relation) => ({
      ...relation,
      id: inside(relation.id),
      ghost: inside(relation.ghost),
      nic: one(relation.nic),
    })),
    boxes: graph.boxes.map((box) => ({
      ...box,
      rootNics: all(box.rootNics),
      groups: box.groups.map((group) => ({
        ...group,
        id: inside(group.id),
        gpus: all(group.gpus),
        nics: all(group.nics),
      })),
      uppers: box.uppers.map((upper) => ({
        ...upper,
        id: inside(upper.id),
        groups: upper.groups.map(inside),
        nics: all(upper.nics),
      })),
    })),
  }
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
