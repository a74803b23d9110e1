import type { InspectorRow, NcclInspector, Spread } from '../inspector-types'

const MOST_ROWS = 5000

export type InspectorKey = Omit<InspectorRow, 'line' | 'lastLine' | 'count' | 'algbw' | 'busbw' | 'time'>

interface Running {
  min: number
  max: number
  sum: number
  count: number
}

interface Draft {
  readonly key: InspectorKey
  readonly line: number
  lastLine: number
  count: number
  readonly measures: Map<Measured, Running>
}

export type Measured = 'algbw' | 'busbw' | 'time'

/** Records folded by communicator, rank, operation and size: a file has one a collective call. */
export class InspectorRows {
  readonly #drafts = new Map<string, Draft>()
  #records = 0
  #dropped = 0

  /** `newRecord` is false when the line adds a measure to a record that was counted already. */
  add(key: InspectorKey, line: number, measures: readonly (readonly [Measured, number])[], newRecord = true): void {
    if (newRecord) this.#records++
    const id = JSON.stringify(key)
    let draft = this.#drafts.get(id)
    if (!draft) {
      if (this.#drafts.size >= MOST_ROWS) {
        this.#dropped++
        return
      }
      draft = { key, line, lastLine: line, count: 0, measures: new Map() }
      this.#drafts.set(id, draft)
    }
    draft.lastLine = line
    if (newRecord) draft.count++
    for (const [name, value] of measures) {
      if (!Number.isFinite(value)) continue
      const found = draft.measures.get(name)
      if (!found) draft.measures.set(name, { min: value, max: value, sum: value, count: 1 })
      else {
        found.min = Math.min(found.min, value)
        found.max = Math.max(found.max, value)
        found.sum += value
        found.count++
      }
    }
  }

  value(form: NcclInspector['form']): NcclInspector | null {
    if (this.#drafts.size === 0) return null
    const rows = [...this.#drafts.values()].map(({ key, line, lastLine, count, measures }): InspectorRow => {
      const spread = (name: Measured): Spread<number> | undefined => {
        const found = measures.get(name)
        return found ? { min: found.min, max: found.max, mean: found.sum / found.count } : undefined
      }
      return {
        ...key,
        line,
        lastLine,
        count: Math.max(1, count),
        algbw: spread('algbw'),
        busbw: spread('busbw'),
        time: spread('time'),
      }
    })
    return { form, rows, records: this.#records, dropped: this.#dropped }
  }
}
