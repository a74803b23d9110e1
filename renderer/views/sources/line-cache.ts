import { maxWindowLines } from '@shared/contract/channels'

/** Lines of one document, read in blocks and forgotten again: memory stays bounded however large the document is. */
export type ReadWindow = (fromLine: number, count: number) => Promise<readonly string[] | undefined>

const BLOCK = Math.min(500, maxWindowLines)
const MOST_BLOCKS = 40

export class LineCache {
  readonly #read: ReadWindow
  readonly #onload: () => void
  readonly #blocks = new Map<number, readonly string[]>()
  readonly #asked = new Set<number>()

  /** `onload` is called whenever lines that were missing are there. */
  constructor(read: ReadWindow, onload: () => void) {
    this.#read = read
    this.#onload = onload
  }

  /** The line, or undefined while it is being read; asking starts the reading. */
  get(line: number): string | undefined {
    const block = Math.floor((line - 1) / BLOCK)
    const lines = this.#blocks.get(block)
    if (lines) {
      // Most recently used last, so that the first is the one to forget.
      this.#blocks.delete(block)
      this.#blocks.set(block, lines)
      return lines[(line - 1) % BLOCK] ?? ''
    }
    this.#load(block)
    return undefined
  }

  #load(block: number): void {
    if (this.#asked.has(block)) return
    this.#asked.add(block)
    void this.#read(block * BLOCK + 1, BLOCK).then((lines) => {
      this.#asked.delete(block)
      this.#blocks.set(block, lines ?? [])
      for (const oldest of this.#blocks.keys()) {
        if (this.#blocks.size <= MOST_BLOCKS) break
        this.#blocks.delete(oldest)
      }
      this.#onload()
    })
  }
}
