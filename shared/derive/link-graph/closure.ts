/** Joins by union-find; members keep the order in which they were given. */
export function closure<T>(items: readonly T[], joined: (a: T, b: T) => boolean): T[][] {
  const parent = items.map((_, i) => i)
  const root = (i: number): number => {
    let at = i
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at
      at = parent[at] ?? at
    }
    return at
  }
  items.forEach((a, i) => {
    for (let j = i + 1; j < items.length; j++) {
      const b = items[j]
      if (b !== undefined && joined(a, b)) parent[Math.max(root(i), root(j))] = Math.min(root(i), root(j))
    }
  })
  const classes = new Map<number, T[]>()
  items.forEach((item, i) => {
    const key = root(i)
    const members = classes.get(key)
    if (members) members.push(item)
    else classes.set(key, [item])
  })
  return [...classes.values()]
}

/**
 * Classes of a relation that should be transitive. A class with a contradiction is taken apart into the tightest classes without
 * one, in order; the joins that are lost are handed to `lost`.
 */
export function consistentClasses<T>(
  items: readonly T[],
  joined: (a: T, b: T) => boolean,
  contradicts: (a: T, b: T) => boolean,
  lost: (a: T, b: T) => void,
): T[][] {
  return closure(items, joined).flatMap((members) => {
    const clean = members.every((a, i) => members.slice(i + 1).every((b) => !contradicts(a, b)))
    if (clean) return [members]
    const cliques: T[][] = []
    for (const item of members) {
      const home = cliques.find(
        (clique) => clique.some((other) => joined(item, other)) && clique.every((other) => !contradicts(item, other)),
      )
      if (home) home.push(item)
      else cliques.push([item])
    }
    for (const a of members) {
      for (const b of members) {
        if (
          members.indexOf(a) < members.indexOf(b) &&
          joined(a, b) &&
          !cliques.some((clique) => clique.includes(a) && clique.includes(b))
        )
          lost(a, b)
      }
    }
    return cliques
  })
}
