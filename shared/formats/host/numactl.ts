import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { LineCursor, Note } from '../../model/format'
import { compactCpus, cpuNumbers } from './support/cpu-list'
import { wholeNumber } from './support/text'

export interface NumaNode {
  readonly node: number
  /** As a list, blanks joined to commas and runs to ranges: `0-31,64-95`; '' without CPUs (GPU memory of Grace). */
  readonly cpus?: AtLine<string>
  /** Number of CPUs. */
  readonly cpuCount?: number
  readonly sizeMb?: AtLine<number>
  readonly freeMb?: AtLine<number>
}

export interface Numactl {
  readonly available?: AtLine<number>
  readonly nodes: readonly NumaNode[]
  /** distances[row][column]; rows that are cut are left out. */
  readonly distances: readonly { readonly node: number; readonly values: readonly number[]; readonly line: number }[]
}

export const numactl = defineBlockFormat<Numactl>({
  id: 'host/numactl',
  title: 'NUMA nodes',
  command: 'numactl -H',
  example: 'available: 2 nodes (0-1)',
  anchors: ['available: ', 'node distances', 'node 0 cpus'],
  begins: (line) => AVAILABLE.test(line) || CPUS.test(line),
  parse(lines, note) {
    const nodes = new Map<number, Growing>()
    let available: AtLine<number> | undefined
    let distances: Numactl['distances'] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const { text, number } = line
      const head = AVAILABLE.exec(text)
      const field = FIELD.exec(text)
      if (head) {
        if (available) break
        available = { value: Number(head[1]), line: number }
      } else if (field) {
        lines.next()
        readField(nodes, field, number, lines)
        continue
      } else if (/^node distances:/.test(text)) {
        lines.next()
        distances = readDistances(lines, note)
        break
      } else if (
        !/^(?:No distance information|\s*$)/.test(text) ||
        (text.trim() === '' && !FIELD.test(lines.peek(1)?.text ?? ''))
      )
        break
      lines.next()
    }
    const listed = [...nodes.values()]
    if (available && listed.length < available.value)
      note.damaged(`${available.value} nodes available, ${listed.length} listed`)
    return { available, nodes: listed, distances }
  },
})

const AVAILABLE = /^available: (\d{1,4}) nodes? \(/
const CPUS = /^node \d{1,4} cpus:/
const FIELD = /^node (\d{1,4}) (cpus|size|free): ?(.*)$/

type Growing = { -readonly [key in keyof NumaNode]: NumaNode[key] }

function readField(nodes: Map<number, Growing>, found: RegExpExecArray, line: number, lines: LineCursor): void {
  const node = Number(found[1])
  const entry: Growing = nodes.get(node) ?? { node }
  nodes.set(node, entry)
  let value = found[3] ?? ''
  if (found[2] === 'cpus') {
    // Long lists get wrapped: lines of numbers only.
    for (let more = lines.peek(); more && /^\s*\d[\d\s,-]*$/.test(more.text); more = lines.peek()) {
      value += ` ${more.text}`
      lines.next()
    }
    const numbers = cpuNumbers(value)
    if (!numbers) return
    entry.cpus = { value: compactCpus(numbers), line }
    entry.cpuCount = numbers.length
    return
  }
  const size = wholeNumber(value.replace(/ MB$/, ''))
  if (size !== undefined) entry[found[2] === 'size' ? 'sizeMb' : 'freeMb'] = { value: size, line }
}

/** `node   0   1` above `  0:  10  21`. */
function readDistances(lines: LineCursor, note: Note): Numactl['distances'] {
  const rows: { node: number; values: readonly number[]; line: number }[] = []
  const columns = /^node\s/.test(lines.peek()?.text ?? '')
    ? (lines.next()?.text.trim().split(/\s+/).slice(1) ?? [])
    : []
  for (let line = lines.peek(); line; line = lines.peek()) {
    const found = /^\s*(\d{1,4}):\s+([\d\s]+)$/.exec(line.text)
    if (!found) break
    lines.next()
    const values = (found[2] ?? '').trim().split(/\s+/).map(Number)
    if (columns.length === 0 || values.length === columns.length)
      rows.push({ node: Number(found[1]), values, line: line.number })
    else note.damaged('a row of distances is cut', line)
  }
  if (rows.length < columns.length) note.damaged('rows of distances are missing')
  return rows
}
