/** Holds back what would come too often; work that is slow makes its own pauses longer. */
export class Rate {
  readonly #least: number
  #pause: number
  #last = performance.now()

  /** `least` milliseconds between two times. */
  constructor(least: number) {
    this.#least = least
    this.#pause = least
  }

  /** True when it is time again. */
  due(): boolean {
    const now = performance.now()
    if (now - this.#last < this.#pause) return false
    this.#last = now
    return true
  }

  /** Runs `act`, and keeps it to a fifth of all time from now on. */
  measure(act: () => void): void {
    const start = performance.now()
    act()
    this.#last = performance.now()
    this.#pause = Math.max(this.#least, (this.#last - start) * 4)
  }
}
