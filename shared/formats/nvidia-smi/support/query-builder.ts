import { detach } from '../../../segment/detach'
import type { GpuField } from '../../../model/gpu'
import type { AtLine } from '../../../model/source'
import type { QueryGpu, QueryMigDevice, QueryValuesDraft } from './query-types'

/** A GPU under construction. */
export class QueryGpuDraft {
  busId: AtLine<string> | undefined
  index: AtLine<number> | undefined
  time: AtLine<string> | undefined
  damaged = false
  endLine: number
  readonly mig: MigDraft[] = []
  readonly #values: QueryValuesDraft = {}

  constructor(readonly headerLine: number) {
    this.endLine = headerLine
  }

  /** The first reading counts: later ones are of nested things that share the name. */
  set(field: GpuField, value: string, line: number): void {
    this.#values[field] ??= { value: detach(value), line }
  }

  get(field: GpuField): AtLine<string> | undefined {
    return this.#values[field]
  }

  has(field: GpuField): boolean {
    return this.#values[field] !== undefined
  }

  get isEmpty(): boolean {
    return Object.keys(this.#values).length === 0 && this.mig.length === 0
  }

  build(): QueryGpu {
    const busId = this.busId ?? this.#values.busId
    return {
      ...(busId && { busId }),
      ...(this.index && { index: this.index }),
      ...(this.time && { time: this.time }),
      headerLine: this.headerLine,
      endLine: Math.max(this.endLine, this.headerLine),
      values: this.#values,
      mig: this.mig,
      ...(this.damaged && { damaged: true }),
    }
  }
}

export type MigDraft = { -readonly [key in keyof QueryMigDevice]: QueryMigDevice[key] }

/** A whole number, or undefined: `N/A`, words, and numbers with a unit are none. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : undefined
}
