import { defineStreamFormat, type Line, type StreamReader } from '../../model/format'
import type { NcclLog } from './log-types'
import { LogBuilder } from './log/builder'
import { Continuation } from './log/continuation'
import { Dispatcher } from './log/dispatch'
import { finishLog } from './log/finish'
import { Hosts, readFrame, type Frame } from './log/frame'

/**
 * All lines of NCCL_DEBUG, NCCL 2.2 to 2.31, wherever they stand: alone, between the rows of a benchmark, glued to the end of a row.
 *
 *   gn-a07:1858:1869 [0] NCCL INFO Using network Socket
 *   [2025-07-21 19:05:29] gn-a07:27907:27907 [1] transport/nvls.cc:254 NCCL WARN Cuda failure 401 'operation not permitted'
 *   NCCL version 2.20.5+cuda12.4
 *
 * Source: NCCL src/debug.cc for the frame; the texts are described beside the readers in log/.
 */
export const ncclLog = defineStreamFormat<NcclLog>({
  id: 'nccl/log',
  title: 'NCCL debug log',
  command: 'NCCL_DEBUG=INFO',
  example: 'gpu-node-a:1858:1869 [0] NCCL INFO Using network Socket',
  anchors: [
    'NCCL INFO',
    'NCCL WARN',
    'NCCL TRACE',
    'NCCL CALL',
    'NCCL version ',
    '] INFO ',
    ' WARN ',
    'fi_getinfo: provider',
  ],
  reader: () => new LogReader(),
})

class LogReader implements StreamReader<NcclLog> {
  readonly #log = new LogBuilder()
  readonly #hosts = new Hosts()
  readonly #dispatch = new Dispatcher()
  readonly #continuation = new Continuation()

  get open(): boolean {
    return this.#continuation.open
  }

  take(line: Line): { readonly before?: string } | null {
    const frame = readFrame(line.text, line.number, this.#hosts)
    if (!frame) {
      if (!this.#continuation.open || !this.#continuation.take(line, this.#log)) return null
      this.#seen(line.number)
      return {}
    }
    this.#seen(line.number)
    this.#read(frame)
    return frame.before === undefined ? {} : { before: frame.before }
  }

  /** Two writers of one pipe may leave two frames on one line. */
  #read(frame: Frame): void {
    const inner = frame.text.includes(' NCCL ') ? readFrame(frame.text, frame.number, this.#hosts) : null
    if (inner === null || inner.host === '' || inner.level === 'VERSION') {
      this.#dispatch.take(frame, this.#log)
      this.#continuation.after(frame)
      return
    }
    this.#dispatch.take({ ...frame, text: inner.before ?? '' }, this.#log)
    this.#read(inner)
  }

  close(): NcclLog | null {
    if (this.#log.lines === 0) return null
    this.#dispatch.graph.close(this.#log)
    return finishLog(this.#log)
  }

  #seen(number: number): void {
    const log = this.#log
    if (log.lines === 0) log.first = number
    log.last = number
    log.lines++
  }
}
