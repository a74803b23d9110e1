import { detach } from '../../../segment/detach'
import type { Note } from '../../../model/format'
import type { AtLine } from '../../../model/source'
import { QueryGpuDraft, wholeNumber } from './query-builder'
import type { CsvHeader } from './query-csv-header'
import { firstToken } from './query-text-lines'
import type { QueryCapture, QueryProcess } from './query-types'
import { MOST_KEPT, ThinnedSeries } from './thinned-series'

type ProcessDraft = { -readonly [key in keyof QueryProcess]: QueryProcess[key] }

/** Turns rows into samples, or into processes when the query is one of processes. */
export class QueryCsv {
  readonly #header: CsvHeader
  readonly #isProcesses: boolean
  readonly #processes: QueryProcess[] = []
  readonly #head = new Map<string, AtLine<string>>()
  readonly #samples = new ThinnedSeries<QueryGpuDraft>()

  constructor(header: CsvHeader) {
    this.#header = header
    this.#isProcesses = header.columns.some(({ column }) => column.kind === 'pid')
  }

  add(cells: readonly string[], line: number): void {
    if (this.#isProcesses) {
      if (this.#processes.length < MOST_KEPT) this.#processes.push(this.#process(cells, line))
      return
    }
    const draft = this.#sample(cells, line)
    if (draft.isEmpty && !draft.index) return
    const key = draft.index?.value.toString() ?? draft.get('uuid')?.value ?? draft.get('busId')?.value ?? ''
    this.#samples.add(key, draft)
  }

  build(note: Note): QueryCapture {
    this.#samples.remark(note)
    const kmd = this.#token('kmd')
    const driver = kmd ?? this.#token('driver')
    const cuda = this.#token('cuda')
    const hostname = this.#head.get('hostname')
    const count = this.#head.get('count')
    const attached = count && wholeNumber(count.value)
    return {
      form: 'csv',
      ...(driver && { driver }),
      ...(cuda && { cuda }),
      ...(kmd && { kmd }),
      ...(hostname && { hostname }),
      ...(count && attached !== undefined && { attachedGpus: { value: attached, line: count.line } }),
      gpus: this.#samples.kept().map((draft) => draft.build()),
      processes: this.#processes,
      warnings: [],
      complete: false,
    }
  }

  #token(name: string): AtLine<string> | undefined {
    const at = this.#head.get(name)
    return at && { value: firstToken(at.value), line: at.line }
  }

  #sample(cells: readonly string[], line: number): QueryGpuDraft {
    const draft = new QueryGpuDraft(line)
    this.#header.columns.forEach(({ column, unit }, i) => {
      const cell = cells[i] ?? ''
      if (cell === '') return
      if (column.kind === 'field') draft.set(column.field, withUnit(cell, unit), line)
      else if (column.kind === 'index') {
        const index = wholeNumber(cell)
        if (index !== undefined) draft.index = { value: index, line }
      } else if (column.kind === 'time') draft.time = { value: detach(cell), line }
      else if (column.kind === 'head' && !/^\[?N\/A/.test(cell) && !this.#head.has(column.head))
        this.#head.set(column.head, { value: detach(cell), line })
    })
    return draft
  }

  #process(cells: readonly string[], line: number): QueryProcess {
    const process: ProcessDraft = { line }
    this.#header.columns.forEach(({ column, unit }, i) => {
      const cell = cells[i] ?? ''
      if (column.kind === 'pid') process.pid = wholeNumber(cell)
      else if (column.kind === 'process') process.name = detach(cell)
      else if (column.kind === 'processType') process.type = cell
      else if (column.kind === 'processMemory') process.memory = withUnit(cell, unit)
      else if (column.kind === 'index') process.gpuIndex = wholeNumber(cell)
      else if (column.kind === 'field' && column.field === 'uuid') process.uuid = detach(cell)
      else if (column.kind === 'field' && column.field === 'busId') process.busId = detach(cell)
    })
    return process
  }
}

/** With `nounits` the unit stands in the header only: the value gets it back, so that all captures read alike. */
function withUnit(cell: string, unit: string | undefined): string {
  return unit !== undefined && /^-?\d+(?:\.\d+)?$/.test(cell) ? `${cell} ${unit}` : cell
}
