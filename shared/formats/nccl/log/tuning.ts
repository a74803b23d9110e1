import { detach } from '../../../segment/detach'
import type { LogBuilder } from './builder'
import type { Frame } from './frame'

/** Numbers of 2.5 to 2.23; 2 was `CollNet` before 2.14. */
const ALGORITHMS = ['TREE', 'RING', 'COLLNET_DIRECT', 'COLLNET_CHAIN', 'NVLS', 'NVLS_TREE', 'PAT']
const PROTOCOLS = ['LL', 'LL128', 'SIMPLE']

// AllReduce: 1048576 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..23}     64 Bytes -> Algo 0 proto 0 time 49.675526
const CHOICE = /^(?:(\w{3,20}): )?(\d{1,16}) Bytes -> Algo (\w{1,20}) proto (\w{1,10})/

export function readChoice(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = CHOICE.exec(text)
  if (!found) return false
  const channels = /=\{(\d{1,4})\.\.(\d{1,4})\}/.exec(text)
  log.choices.add(found[0] + (channels?.[0] ?? ''), frame, () => ({
    collective: detach(found[1] ?? ''),
    bytes: Number(found[2]),
    algorithm: named(found[3] ?? '', ALGORITHMS),
    protocol: named(found[4] ?? '', PROTOCOLS),
    channels: channels ? Number(channels[2]) - Number(channels[1]) + 1 : undefined,
  }))
  return true
}

function named(word: string, names: readonly string[]): string {
  return /^\d$/.test(word) ? (names[Number(word)] ?? word) : detach(word.toUpperCase())
}

/**
 * The table of the cost model:
 *   Algorithm   |            Tree           |            Ring           |
 *   Protocol    |   LL  |  LL128 |  Simple  |   LL  |  LL128 |  Simple  |
 *     AllReduce |  7.6/  58.1 | ... each cell `latency_us/ bandwidth_GBps`
 * The Protocol row lists nine cells even in a block with one algorithm.
 */
export class TuningReader {
  readonly #algorithms = new Map<string, readonly string[]>()

  read(text: string, frame: Frame, log: LogBuilder): boolean {
    const bar = text.indexOf('|')
    if (bar < 0 || bar > 40) return false
    const head = text.slice(0, bar).trim()
    const cells = text.slice(bar + 1).split('|')
    if (cells.at(-1)?.trim() === '') cells.pop()
    const thread = `${frame.host}:${frame.pid}:${frame.tid}`
    if (head === 'Algorithm') {
      if (this.#algorithms.size > 512) this.#algorithms.clear()
      this.#algorithms.set(
        thread,
        cells.map((cell) => detach(cell.trim())),
      )
      return true
    }
    if (head === 'Protocol' || head === 'Max NThreads') return true
    const algorithms = this.#algorithms.get(thread)
    if (!/^[A-Z]\w{3,20}$/.test(head) || !cells.every((cell) => CELL.test(cell))) return false
    cells.forEach((cell, index) => {
      const found = CELL.exec(cell)
      const algorithm = algorithms?.[Math.floor(index / PROTOCOLS.length)]
      const protocol = PROTOCOLS[index % PROTOCOLS.length]
      if (!found || algorithm === undefined || protocol === undefined) return
      log.tuningCell({
        line: frame.number,
        collective: detach(head),
        algorithm,
        protocol,
        latency: Number(found[1]),
        bandwidth: Number(found[2]),
      })
    })
    return true
  }
}

const CELL = /^ *(\d{1,9}(?:\.\d+)?)\/ *(\d{1,9}(?:\.\d+)?) *$/
