import type { Note } from '../../../model/format'

export const MOST_KEPT = 20_000

/** Samples of a monitor. One that ran for days is thinned out evenly: of each device, every n-th sample stays. */
export class ThinnedSeries<T> {
  readonly #seen = new Map<string, number>()
  #samples: { readonly item: T; readonly ordinal: number }[] = []
  #stride = 1

  /** `key` tells the device: thinning keeps or drops whole rounds. */
  add(key: string, item: T): void {
    const ordinal = this.#seen.get(key) ?? 0
    this.#seen.set(key, ordinal + 1)
    if (ordinal % this.#stride !== 0) return
    this.#samples.push({ item, ordinal })
    if (this.#samples.length < MOST_KEPT) return
    this.#stride *= 2
    this.#samples = this.#samples.filter((sample) => sample.ordinal % this.#stride === 0)
  }

  kept(): readonly T[] {
    return this.#samples.map(({ item }) => item)
  }

  remark(note: Note): void {
    if (this.#stride > 1) note.remark(`a long series: one sample in ${this.#stride} is kept`)
  }
}
