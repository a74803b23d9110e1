import type { DocumentProblem } from '@shared/model/document'
import type { Limits } from './limits'
import { problem } from './problems'

/** Counts what one opening has used of its limits, over all inputs and archives. */
export class Budget {
  readonly limits: Limits
  #members = 0
  #unpacked = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** False once there are more files than the limit allows. */
  member(): boolean {
    return ++this.#members <= this.limits.members
  }

  /** Counts unpacked bytes; the problem once the limit is passed. */
  unpacked(bytes: number): DocumentProblem | undefined {
    this.#unpacked += bytes
    if (this.#unpacked <= this.limits.unpackedBytes) return undefined
    return problem('limit-unpacked', { limit: `${Math.round(this.limits.unpackedBytes / 1024 ** 2)} MB` })
  }

  /** Judges one packed stream by its own sizes. */
  ratio(packed: number, unpacked: number): DocumentProblem | undefined {
    const { ratio, ratioFrom } = this.limits
    if (unpacked <= ratioFrom || unpacked <= ratio * Math.max(packed, 1)) return undefined
    return problem('limit-ratio', { limit: ratio })
  }
}
