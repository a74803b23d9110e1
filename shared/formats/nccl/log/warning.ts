import { detach } from '../../../segment/detach'
import type { LogWarning } from '../log-types'
import type { LogBuilder } from './builder'
import { processKey } from './fold'
import type { Frame } from './frame'

/** Wordings that differ in numbers only: so many are kept apart, the rest count as the first. */
const MOST_OF_A_SHAPE = 24

/** Warnings and the INFO lines that report a fault, folded by host and text. */
export class WarningReader {
  readonly #shapes = new Map<string, number>()

  warn(text: string, frame: Frame, log: LogBuilder, level: LogWarning['level']): LogWarning | undefined {
    readP2p(text, frame, log)
    const place = frame.place
    const parts =
      place === undefined ? null : /^([\w./-]{1,160}:\d{1,6}|[\w./-]{1,160})(?: \((\w{1,80})\))?/.exec(place)
    const shape = `${frame.host}|${level}|${text.replace(/[0-9a-f]*\d[0-9a-f]*/g, '#').slice(0, 200)}`
    const exact = `${frame.host}|${level}|${text}`
    const known = this.#shapes.get(shape) ?? 0
    const key = known >= MOST_OF_A_SHAPE ? `${shape}|more` : exact
    const before = log.warnings.size
    const item = log.warnings.add(key, frame, () => ({
      level,
      text: detach(text.trimEnd()),
      file: parts?.[1] === undefined ? undefined : detach(parts[1]),
      function: parts?.[2] === undefined ? undefined : detach(parts[2]),
      time: frame.time === undefined ? undefined : detach(frame.time),
    }))
    if (log.warnings.size > before && this.#shapes.size < 10_000) this.#shapes.set(shape, known + 1)
    return item
  }
}

// P2P is disabled between NVLINK connected GPUs 1 and 0. ...     P2P is disabled between connected GPUs 1 and 0
function readP2p(text: string, frame: Frame, log: LogBuilder): void {
  if (!text.startsWith('P2P is disabled between ')) return
  const found = /^P2P is disabled between (NVLINK )?connected GPUs (\d{1,4}) and (\d{1,4})/.exec(text)
  if (!found) return
  log.p2pDisabled.add(`${processKey(frame)}${found[0]}`, frame, () => ({
    nvlink: found[1] !== undefined,
    a: Number(found[2]),
    b: Number(found[3]),
  }))
}

/** INFO lines that tell of a fault, by their start. */
export const FAULTS: readonly string[] = [
  'P2P is disabled between ',
  'Could not enable P2P between ',
  'failed to peer with device',
  'Failed to bind NVLink SHARP',
  'Call to ibv_',
  'Could not find a path for pattern',
  'Missing "iommu=pt"',
  'Failed to register memory with DMA-BUF',
  'Could not open XML topology file',
  'Failed to CUDA malloc',
]

// transport/nvls.cc:409 -> 1      group.cc:65 -> 3 [Async thread]
const STACK = /^([\w./-]{1,120}\.(?:cc|cu|c|h|hpp|cpp):\d{1,6}) -> (\d{1,3})/

export function readStack(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = STACK.exec(text)
  if (!found) return false
  const file = found[1] ?? ''
  log.stacks.add(`${processKey(frame)}${frame.tid}|${file}|${found[2] ?? ''}`, frame, () => ({
    file: detach(file),
    code: Number(found[2]),
  }))
  return true
}
