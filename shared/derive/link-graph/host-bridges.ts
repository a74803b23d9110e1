import type { Cells } from './cells'
import type { TreeGroup } from './device'

/**
 * The host bridge of each group of one NUMA node, counted from the first. PHB joins two groups, NODE parts them. Empty where no
 * cell says PHB, where a pair of bridges is not told apart by any cell, or where the cells contradict each other.
 */
export function hostBridges(groups: readonly TreeGroup[], cells: Cells): ReadonlyMap<TreeGroup, number> {
  const tokens = (a: TreeGroup, b: TreeGroup): Set<string | undefined> =>
    new Set(
      [...a.gpus, ...a.nics].flatMap((x) =>
        [...b.gpus, ...b.nics].map((y) =>
          x.name === undefined || y.name === undefined ? undefined : cells.distance(x.name, y.name),
        ),
      ),
    )
  const bridge = new Map<TreeGroup, number>()
  let count = 0
  let seen = false
  for (const group of groups) {
    const mate = [...bridge.keys()].find((other) => tokens(group, other).has('PHB'))
    if (mate) seen = true
    bridge.set(group, (mate && bridge.get(mate)) ?? count++)
  }
  const apart = groups.every((a) =>
    groups.every((b) => a === b || tokens(a, b).has('NODE') === (bridge.get(a) !== bridge.get(b))),
  )
  return seen && apart && count > 1 ? bridge : new Map()
}
