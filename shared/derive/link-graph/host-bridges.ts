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
  // Each pair is asked once: a node of 180 GPUs has 16,000.
  const between = new Map<TreeGroup, Map<TreeGroup, ReadonlySet<string | undefined>>>(
    groups.map((group) => [group, new Map()]),
  )
  let seen = false
  groups.forEach((a, i) => {
    for (const b of groups.slice(i + 1)) {
      const said = tokens(a, b)
      seen ||= said.has('PHB')
      between.get(a)?.set(b, said)
      between.get(b)?.set(a, said)
    }
  })
  if (!seen) return new Map()
  const says = (a: TreeGroup, b: TreeGroup, token: string): boolean => between.get(a)?.get(b)?.has(token) ?? false
  const bridge = new Map<TreeGroup, number>()
  let count = 0
  for (const group of groups) {
    const mate = [...bridge.keys()].find((other) => says(group, other, 'PHB'))
    bridge.set(group, (mate && bridge.get(mate)) ?? count++)
  }
  const apart = groups.every((a) =>
    groups.every((b) => a === b || says(a, b, 'NODE') === (bridge.get(a) !== bridge.get(b))),
  )
  return apart && count > 1 ? bridge : new Map()
}
