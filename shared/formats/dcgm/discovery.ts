import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Line, LineCursor } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'
import { boxRow, isBoxLine, isRule } from './support/box'
import { isBlankText } from './support/text'

export interface DiscoveredGpu {
  /** DCGM gpuId. */
  readonly id: number
  /** Blank sentinels such as <<<NULL>>> are left out. */
  readonly name?: AtLine<string>
  /** Normalised. */
  readonly busId?: AtLine<string>
  /** As printed, maybe shortened by a person. */
  readonly uuid?: AtLine<string>
  readonly status?: AtLine<string>
  /** `(last known)`: the GPU is detached. */
  readonly lastKnown?: boolean
  /** Text in place of the three lines. */
  readonly error?: AtLine<string>
  readonly line: number
}

/** `dcgmi discovery -l`. No switch found means that DCGM cannot see one, never that the board has none. */
export interface DcgmDiscovery {
  readonly gpusFound?: AtLine<number>
  readonly scope?: 'active' | 'all'
  readonly gpus: readonly DiscoveredGpu[]
  readonly switchesFound?: AtLine<number>
  readonly switches: readonly number[]
  readonly connectxFound?: AtLine<number>
  readonly cpusFound?: AtLine<number>
  readonly cpus: readonly {
    readonly id: number
    readonly name?: string
    readonly cores?: string
    readonly gpus?: string
    readonly line: number
  }[]
}

export const dcgmDiscovery = defineBlockFormat<DcgmDiscovery>({
  id: 'dcgm/discovery',
  title: 'GPUs, switches and CPUs that DCGM sees',
  command: 'dcgmi discovery -l',
  example: '8 GPUs found.',
  anchors: [' found.', ' found (A', '| Device Information', '+---'],
  begins(line, _hint, lines) {
    if (COUNT.test(line)) return true
    if (HEADER.test(line)) return true
    return isRule(line) && HEADER.test(lines.peek(1)?.text ?? '')
  },
  parse(lines, note) {
    const reader = new Discovery()
    for (let line = lines.peek(); line; line = lines.peek()) {
      const count = COUNT.exec(line.text)
      if (count) {
        if (!reader.count(count, line.number)) break
      } else if (isBoxLine(line.text)) {
        if (HEADER.test(line.text) && reader.gpus.length > 0 && /GPU ID/.test(line.text)) break
        reader.row(line)
      } else if (line.text.trim() === '...') note.damaged('cut by the author', line)
      else if (!reader.remark(line.text) && (line.text.trim() !== '' || !goesOn(lines))) break
      lines.next()
    }
    const { gpus, gpusFound } = reader
    if (gpusFound && gpus.length > 0 && gpus.length < gpusFound.value)
      note.damaged(`${gpusFound.value} GPUs found, ${gpus.length} listed`)
    if (gpus.some((gpu) => !gpu.uuid && !gpu.error)) note.damaged('a GPU is cut')
    return reader.value()
  },
})

// `8 GPUs found.`, `1 GPU found.`, `8 GPUs found (Active).`, `0 NvSwitches found.`, `0 ConnectX found.`, `2 CPUs found.`
const COUNT = /^\s*(\d{1,4}) (GPU|NvSwitch|ConnectX|CPU)(?:s|es)? found(?: \((Active|All)\))?\.?\s*$/i
const HEADER = /^\s*\| (?:GPU ID\s+\| Device Information|Switch ID|ConnectX|CPU ID)\s/

type Growing = { -readonly [key in keyof DiscoveredGpu]: DiscoveredGpu[key] }
type GrowingCpu = { id: number; name?: string; cores?: string; gpus?: string; line: number }

class Discovery {
  readonly gpus: Growing[] = []
  gpusFound: AtLine<number> | undefined
  #scope: DcgmDiscovery['scope']
  #switchesFound: AtLine<number> | undefined
  #connectxFound: AtLine<number> | undefined
  #cpusFound: AtLine<number> | undefined
  readonly #switches: number[] = []
  readonly #cpus: GrowingCpu[] = []
  #table: 'gpu' | 'switch' | 'connectx' | 'cpu' = 'gpu'

  /** False when the count begins the next listing. */
  count(found: RegExpExecArray, line: number): boolean {
    const at = { value: Number(found[1]), line }
    switch ((found[2] ?? '').toLowerCase()) {
      case 'gpu':
        if (this.gpusFound || this.#switchesFound) return false
        this.gpusFound = at
        this.#scope = found[3] === undefined ? undefined : found[3].toLowerCase() === 'all' ? 'all' : 'active'
        return true
      case 'nvswitch':
        this.#switchesFound = at
        return true
      case 'connectx':
        this.#connectxFound = at
        return true
      default:
        this.#cpusFound = at
        return true
    }
  }

  /** Sentences that newer releases print beside the tables. */
  remark(text: string): boolean {
    return /^\s*(?:Note:|Use )/.test(text) && text.includes('-a')
  }

  row(line: Line): void {
    const cells = boxRow(line.text)?.cells
    if (!cells || isRule(line.text)) return
    const left = (cells[0] ?? '').trim()
    if (HEADER.test(line.text)) {
      this.#table = left.startsWith('GPU')
        ? 'gpu'
        : left.startsWith('Switch')
          ? 'switch'
          : left.startsWith('CPU')
            ? 'cpu'
            : 'connectx'
      return
    }
    const id = /^\d+$/.test(left) ? Number(left) : undefined
    const right = (cells[1] ?? '').trim()
    if (this.#table === 'gpu') {
      if (id !== undefined) this.gpus.push({ id, line: line.number })
      const gpu = this.gpus.at(-1)
      if (gpu && right !== '') gpuAttribute(gpu, right, line.number)
    } else if (this.#table === 'switch' && id !== undefined) this.#switches.push(id)
    else if (this.#table === 'cpu') {
      if (id !== undefined) this.#cpus.push({ id, line: line.number })
      const cpu = this.#cpus.at(-1)
      if (cpu) cpuAttribute(cpu, right)
    }
  }

  value(): DcgmDiscovery {
    return {
      gpusFound: this.gpusFound,
      scope: this.#scope,
      gpus: this.gpus,
      switchesFound: this.#switchesFound,
      switches: this.#switches,
      connectxFound: this.#connectxFound,
      cpusFound: this.#cpusFound,
      cpus: this.#cpus,
    }
  }
}

function gpuAttribute(gpu: Growing, text: string, line: number): void {
  const found = /^(Name|PCI Bus ID|Device UUID|Status): ?(.*)$/.exec(text)
  if (!found) {
    gpu.error = gpu.error ? { ...gpu.error, value: `${gpu.error.value} ${text}` } : { value: text, line }
    return
  }
  const lastKnown = /\s*\(last known\)$/i
  const value = (found[2] ?? '').replace(lastKnown, '')
  if (lastKnown.test(text)) gpu.lastKnown = true
  if (isBlankText(value)) return
  if (found[1] === 'Name') gpu.name = { value, line }
  else if (found[1] === 'Device UUID') gpu.uuid = { value, line }
  else if (found[1] === 'Status') gpu.status = { value, line }
  else {
    const busId = normaliseBusId(value)
    if (busId) gpu.busId = { value: busId, line }
  }
}

function cpuAttribute(cpu: GrowingCpu, text: string): void {
  const found = /^(Name|Cores|GPU Affinity): ?(.*)$/.exec(text)
  const value = found?.[2] ?? ''
  if (!found || isBlankText(value)) return
  if (found[1] === 'Name') cpu.name = value
  else if (found[1] === 'Cores') cpu.cores = value
  else cpu.gpus = value
}

function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 2; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '') return COUNT.test(text) || (isRule(text) && HEADER.test(lines.peek(i + 1)?.text ?? ''))
  }
  return false
}
