import type { Line } from '../../../model/format'
import { detach } from '../../../segment/detach'
import type { LogBuilder } from './builder'
import type { Frame } from './frame'

/** Lines waited for behind a text that NCCL prints over several lines; the continuation lines carry no frame. */
const MOST_WAITED = 64

type Kind = 'matrix' | 'completion' | 'nvls'

const NVLS_LINES = [
  'This is usually caused by',
  'Do not force-enable NVLS',
  'Proceeding without NVLS',
  'Please check that',
]

/**
 * Enabled NCCL Func/Proto/Algo Matrix: with a table of 0 and 1 below it (an empty line ends it), the three lines of a failed NVLS
 * bind, and a completion error that a mailer wrapped (`len` / `0, vendor err 129`).
 */
export class Continuation {
  #kind: Kind | undefined
  #frame: Frame | undefined
  #left = 0

  get open(): boolean {
    return this.#kind !== undefined
  }

  /** Looks whether `frame` begins such a text. */
  after(frame: Frame): void {
    const kind = kindOf(frame)
    if (kind) {
      this.#kind = kind
      this.#frame = frame
      this.#left = kind === 'matrix' ? MOST_WAITED : 4
    } else if (this.#kind !== 'matrix') this.#kind = undefined
  }

  take(line: Line, log: LogBuilder): boolean {
    const text = line.text.trimEnd()
    const frame = this.#frame
    if (!frame || this.#left-- <= 0) {
      this.#kind = undefined
      return false
    }
    switch (this.#kind) {
      case 'matrix':
        return this.#matrix(text, line.number, frame, log)
      case 'completion':
        this.#kind = undefined
        return /^\s*\d+, vendor err/.test(text)
      case 'nvls':
        return NVLS_LINES.some((start) => text.trimStart().startsWith(start))
      default:
        return false
    }
  }

  #matrix(text: string, number: number, frame: Frame, log: LogBuilder): boolean {
    if (text === '') {
      this.#kind = undefined
      return true
    }
    if (!/^\s*(?:Function|[A-Z][A-Za-z]{2,20})?\s*\|/.test(text) && !/^[\s|\d+-]+$/.test(text)) return false
    log.enabledMatrix.add(`${frame.host}|${text}`, { ...frame, number }, () => ({ text: detach(text) }))
    return true
  }
}

function kindOf(frame: Frame): Kind | undefined {
  if (frame.text.startsWith('Enabled NCCL Func/Proto/Algo Matrix')) return 'matrix'
  if (frame.text.startsWith('Failed to bind NVLink SHARP')) return 'nvls'
  return frame.text.includes('Got completion from peer') && !frame.text.includes('vendor') ? 'completion' : undefined
}
