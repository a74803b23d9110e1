import type { GraphNic } from '../link-graph/types'

/** NICs that share one box: one, or a stack of equals (or of leftovers, then `mixed`). */
export interface NicSlot {
  readonly members: readonly string[]
  readonly column: number
  readonly row: number
  readonly mixed: boolean
}

/** Id of the box that a slot is drawn as. */
export function slotId(slot: { readonly members: readonly string[] }): string {
  return slot.members.length === 1 ? (slot.members[0] ?? '') : `stack:${slot.members[0] ?? ''}`
}

/** More sub-rows than this would push the picture down for NICs that hardly differ. */
const mostRows = 3

/** Two NICs with the same signature are equal: a stack may hold both. A finding makes a NIC one of its own. */
function signature(nic: GraphNic): string {
  if (nic.findings.length > 0) return `odd ${nic.id}`
  return [
    nic.role,
    nic.state,
    nic.gigabitsPerSecond ?? '?',
    nic.linkLayer ?? '?',
    nic.portState ?? '?',
    nic.pcie.width ?? '?',
  ].join('|')
}

export function nicNumber(id: string): number {
  const digits = /(\d+)$/.exec(id)
  return digits ? Number(digits[1]) : Number.MAX_SAFE_INTEGER
}

export function byNicOrder(a: { readonly id: string }, b: { readonly id: string }): number {
  return nicNumber(a.id) - nicNumber(b.id) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function chunks(members: readonly string[], count: number): string[][] {
  const result: string[][] = []
  for (let i = 0; i < count; i++) {
    const from = Math.floor((members.length * i) / count)
    const to = Math.floor((members.length * (i + 1)) / count)
    result.push(members.slice(from, to))
  }
  return result.filter((chunk) => chunk.length > 0)
}

/** Factors equals until the boxes fit `room`, spreading each class over as many boxes as there is room for. */
function factor(nics: readonly GraphNic[], columns: number): { members: string[]; mixed: boolean }[] {
  const classes = new Map<string, string[]>()
  for (const nic of nics) {
    const key = signature(nic)
    const members = classes.get(key)
    if (members) members.push(nic.id)
    else classes.set(key, [nic.id])
  }
  const lists = [...classes.values()]
  const pieces = lists.map(() => 1)
  let total = lists.length
  while (total < columns) {
    let best = -1
    lists.forEach((members, i) => {
      const per = members.length / (pieces[i] ?? 1)
      if (per > 1 && (best < 0 || per > (lists[best]?.length ?? 0) / (pieces[best] ?? 1))) best = i
    })
    if (best < 0) break
    pieces[best] = (pieces[best] ?? 1) + 1
    total++
  }
  const items = lists
    .flatMap((members, i) => chunks(members, pieces[i] ?? 1))
    .map((members) => ({ members, mixed: false }))
  const most = columns * mostRows
  if (items.length > most) {
    // Leftovers share one box rather than widen the group: a NIC more or less must not move a GPU.
    const kept = items.slice(0, most - 1)
    kept.push({ members: items.slice(most - 1).flatMap((item) => item.members), mixed: true })
    return kept
  }
  return items
}

/**
 * Places NICs in `columns` columns of one parent. `prefer` gives the columns of the GPUs that a NIC is near to, ascending.
 * `reserved` columns hold something else in the first row (a ghost of another GPU).
 */
export function nicSlots(
  nics: readonly GraphNic[],
  columns: number,
  prefer: (nic: GraphNic) => readonly number[],
): NicSlot[] {
  const ordered = [...nics].sort(byNicOrder)
  const width = Math.max(1, columns)
  const taken = new Set<string>()
  const result: NicSlot[] = []
  const put = (members: readonly string[], mixed: boolean, wanted: readonly number[]): void => {
    for (let row = 0; ; row++) {
      const free = (column: number): boolean => !taken.has(`${String(row)}:${String(column)}`)
      const columnsInOrder =
        row === 0
          ? [...wanted, ...Array.from({ length: width }, (_, i) => i)]
          : Array.from({ length: width }, (_, i) => i)
      const column = columnsInOrder.find((c) => c >= 0 && c < width && free(c))
      if (column === undefined) continue
      taken.add(`${String(row)}:${String(column)}`)
      result.push({ members, column, row, mixed })
      return
    }
  }
  if (ordered.length <= width) {
    // A NIC of one GPU keeps the column of that GPU, whoever else is near to several.
    const single = ordered.filter((nic) => prefer(nic).length === 1)
    const rest = ordered.filter((nic) => prefer(nic).length !== 1)
    for (const nic of [...single, ...rest]) put([nic.id], false, prefer(nic))
    return result
  }
  const byId = new Map(ordered.map((nic) => [nic.id, nic]))
  for (const item of factor(ordered, width)) {
    const first = byId.get(item.members[0] ?? '')
    put(item.members, item.mixed, first ? prefer(first) : [])
  }
  return result
}

/** `NIC4`, `NIC4–7`, or the first name with a count. */
export function stackName(members: readonly string[], label: (id: string) => string): string {
  const names = members.map(label)
  const first = names[0] ?? ''
  if (names.length === 1) return first
  const numbers = members.map(nicNumber)
  const contiguous = numbers.every((value, i) => i === 0 || value === (numbers[i - 1] ?? 0) + 1)
  const head = /^(.*?)(\d+)$/.exec(first)
  if (contiguous && head) return `${first}–${String(numbers[numbers.length - 1] ?? '')}`
  return `${first} +${String(names.length - 1)}`
}
