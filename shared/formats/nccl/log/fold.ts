import { detach } from '../../../segment/detach'
import type { LogItem } from '../log-types'
import type { Frame } from './frame'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** What every item of a log has. */
export function itemOf(frame: Frame): LogItem {
  const { number, host, pid, tid, device } = frame
  return { line: number, lastLine: number, count: 1, host, pid, tid, device }
}

/**
 * A bounded list of items, equal ones folded: the first line and the last one are kept, and how many there were. The object is
 * only built for a new key, so a line that says the same for the thousandth time costs one look-up.
 */
export class Fold<T extends LogItem> {
  readonly #limit: number
  readonly #items = new Map<string, Mutable<T>>()
  dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(key: string, frame: Frame, make: () => Omit<T, keyof LogItem>): T | undefined {
    const found = this.#items.get(key)
    if (found) {
      found.count++
      found.lastLine = frame.number
      return found
    }
    if (this.#items.size >= this.#limit) {
      this.dropped++
      return undefined
    }
    const item = { ...itemOf(frame), ...make() } as Mutable<T>
    this.#items.set(detach(key), item)
    return item
  }

  get size(): number {
    return this.#items.size
  }

  values(): T[] {
    return [...this.#items.values()]
  }
}

/** Key of a fact that each process says for itself. */
export function processKey(frame: Frame): string {
  return frame.process
}
