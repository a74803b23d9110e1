const MOST = 8192

/** `0-31,64-95` or `0 1 2 3`, or a mix; null when it is no list. Empty text is an empty list. */
export function cpuNumbers(text: string): readonly number[] | null {
  const numbers: number[] = []
  for (const part of text.split(/[\s,]+/)) {
    if (part === '') continue
    const found = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part)
    if (!found) return null
    const from = Number(found[1])
    const to = Number(found[2] ?? from)
    if (to < from || numbers.length + to - from >= MOST) return null
    for (let cpu = from; cpu <= to; cpu++) numbers.push(cpu)
  }
  return numbers
}

/** `0-31,64-95`, ascending. */
export function compactCpus(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  const runs: string[] = []
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i] ?? 0
    let to = from
    while (sorted[i + 1] === to + 1) {
      i++
      to++
    }
    runs.push(to > from ? `${from}-${to}` : `${from}`)
  }
  return runs.join(',')
}
