/**
 * How many parts of `total` are drawn by now: `first` at once, `step` more in each frame. What is made of thousands of elements
 * comes in pieces, so that keys and the pointer never wait for all of it.
 */
export function inPieces(total: () => number, first: number, step: number): { readonly drawn: number } {
  let drawn = $state(first)
  $effect(() => {
    if (drawn >= total()) return
    const next = requestAnimationFrame(() => (drawn += step))
    return () => cancelAnimationFrame(next)
  })
  return {
    get drawn() {
      return drawn
    },
  }
}
