import type { LinkGraph } from './types'

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
  if ([...renamed].every(([from, to]) => from === to)) return right
  const to = (id: string): string => renamed.get(id) ?? id
  return {
    ...right,
    nics: right.nics.map((nic) => ({ ...nic, id: to(nic.id) })),
    unplaced: right.unplaced.map(to),
    ghosts: right.ghosts.map((ghost) => ({
      ...ghost,
      shares: ghost.shares === undefined ? undefined : to(ghost.shares),
    })),
    relations: right.relations.map((relation) => ({ ...relation, nic: to(relation.nic) })),
    boxes: right.boxes.map((box) => ({
      ...box,
      rootNics: box.rootNics.map(to),
      groups: box.groups.map((group) => ({ ...group, nics: group.nics.map(to) })),
      uppers: box.uppers.map((upper) => ({ ...upper, nics: upper.nics.map(to) })),
    })),
  }
}
