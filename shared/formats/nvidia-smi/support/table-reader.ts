import type { Note } from '../../../model/format'
import type { AtLine } from '../../../model/source'
import { QueryGpuDraft } from './query-builder'
import type { QueryCapture, QueryProcess, QueryWarning } from './query-types'

const BANNER = /NVIDIA-SMI\s+(\S+)/
const BUS = /^\s*([0-9A-Fa-f]{1,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])\s+(On|Off|N\/A)?\s*$/
// `0  NVIDIA H200    On`: index, name, persistence (or the driver model on Windows).
const FIRST = /^\s*(\d{1,3})\s+(\S.*?)\s+(On|Off|N\/A|TCC|WDDM|MCDM|ERR!)\s*$/
// `N/A   42C    P0    110W /  700W`
const SECOND = /^\s*(\S{1,20})\s+(\S{1,10})\s+(P\d{1,2}|N\/A|ERR!|Unknown)\s+(\S{1,20})\s*\/\s*(\S{1,20})\s*$/
const MEMORY = /^\s*(\S{1,20})\s*\/\s*(\S{1,20})\s*$/
const LOAD = /^\s*(\d{1,3}%|N\/A|ERR!)\s+(\S.*?)\s*$/
const MIG_MODE = /^\s*(Enabled|Disabled|N\/A)\*?\s*$/
const MIG_ROW = /^\s*(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})\s*$/
const PROCESS =
  /^\|\s+(\d{1,3})\s+(?:(\d{1,3}|N\/A)\s+(\d{1,3}|N\/A)\s+)?(\d{1,10})\s+([CGMX](?:\+[CG])?)\s+(\S.*?)\s+(\d+ ?MiB|N\/A)\s*\|$/

/** Reads the rows between the frames of the default table. */
export class TableReader {
  #driver: AtLine<string> | undefined
  #cuda: AtLine<string> | undefined
  #kmd: AtLine<string> | undefined
  #timestamp: AtLine<string> | undefined
  #gpu: QueryGpuDraft | undefined
  #part: 'gpus' | 'mig' | 'processes' = 'gpus'
  readonly #gpus: QueryGpuDraft[] = []
  readonly #processes: QueryProcess[] = []
  readonly #warnings: QueryWarning[] = []
  #banner = false

  get hasBanner(): boolean {
    return this.#banner
  }

  date(value: string, line: number): void {
    this.#timestamp = { value, line }
  }

  warn(warning: QueryWarning): void {
    this.#warnings.push(warning)
  }

  /** A row with its bars. False when it is not understood. */
  row(text: string, line: number): boolean {
    if (BANNER.test(text)) {
      this.#banner = true
      const value = (pattern: RegExp) => {
        const found = pattern.exec(text)?.[1]
        return found === undefined || found === 'N/A' ? undefined : { value: found, line }
      }
      this.#kmd = value(/KMD Version:\s*(\d\S*)/)
      this.#driver = this.#kmd ?? value(/Driver Version:\s*(\d\S*)/)
      this.#cuda = value(/CUDA (?:UMD )?Version:\s*(\d\S*)/)
      return true
    }
    if (/^\|\s*MIG devices:/.test(text)) this.#part = 'mig'
    else if (/^\|\s*(?:Processes|Compute processes):/.test(text)) this.#part = 'processes'
    else if (this.#part === 'processes') this.#processRow(text, line)
    else return this.#deviceRow(text.slice(1, -1).split('|'), line, text)
    return true
  }

  build(note: Note): QueryCapture {
    for (const gpu of this.#gpus) {
      if (gpu.has('memory.total') || gpu.has('pstate')) continue
      gpu.damaged = true
      note.damaged('the rows of a GPU are cut', { text: '', number: gpu.headerLine })
    }
    return {
      form: 'table',
      ...(this.#driver && { driver: this.#driver }),
      ...(this.#cuda && { cuda: this.#cuda }),
      ...(this.#kmd && { kmd: this.#kmd }),
      ...(this.#timestamp && { timestamp: this.#timestamp }),
      gpus: this.#gpus.map((gpu) => gpu.build()),
      processes: this.#processes,
      warnings: this.#warnings,
      complete: false,
    }
  }

  #deviceRow(cells: readonly string[], line: number, text: string): boolean {
    if (/Bus-Id|Fan\s+Temp|MIG M\.|Shared|ECC\|?\s*$|GI\s+CI|ID\s+ID|^\|[\s|]*\|$/.test(text) && !/\d+MiB/.test(text))
      return true
    if (this.#part === 'mig') return this.#migRow(cells, line)
    const [left = '', middle = '', right = ''] = cells
    const first = FIRST.exec(left)
    const bus = BUS.exec(middle)
    if (first && bus) {
      this.#firstRow(first, bus, right, line)
      return true
    }
    const gpu = this.#gpu
    if (!gpu) return /GPU is lost/i.test(text)
    gpu.endLine = line
    const second = SECOND.exec(left)
    if (second) {
      this.#secondRow(gpu, second, middle, right, line)
      return true
    }
    const mig = left.trim() === '' ? MIG_MODE.exec(right) : null
    if (mig?.[1]) {
      gpu.set('mig.current', mig[1], line)
      return true
    }
    if (/GPU is lost|ERR!/i.test(text)) {
      this.#warnings.push({
        text: text.replace(/\s*\|\s*/g, ' ').trim(),
        line,
        ...(gpu.busId && { busId: gpu.busId.value }),
      })
      return true
    }
    return left.trim() === '' && middle.trim() === ''
  }

  #firstRow(first: RegExpExecArray, bus: RegExpExecArray, right: string, line: number): void {
    const gpu = new QueryGpuDraft(line)
    this.#gpu = gpu
    this.#gpus.push(gpu)
    gpu.index = { value: Number(first[1]), line }
    gpu.busId = { value: bus[1] ?? '', line }
    gpu.set('busId', bus[1] ?? '', line)
    gpu.set('name', first[2] ?? '', line)
    const mode = first[3] ?? ''
    if (/^(?:TCC|WDDM|MCDM)$/.test(mode)) gpu.set('driverModel', mode, line)
    else if (mode !== 'ERR!')
      gpu.set('persistence', mode === 'On' ? 'Enabled' : mode === 'Off' ? 'Disabled' : mode, line)
    if (bus[2] !== undefined)
      gpu.set('display.active', bus[2] === 'On' ? 'Enabled' : bus[2] === 'Off' ? 'Disabled' : bus[2], line)
    const ecc = right.trim()
    // A count; `Off` and `N/A` say that there is none; MIG mode prints `On`.
    if (/^\d+$/.test(ecc)) gpu.set('ecc.volatile.uncorrected', ecc, line)
    else if (ecc === 'Off') gpu.set('ecc.current', 'Disabled', line)
  }

  #secondRow(gpu: QueryGpuDraft, second: RegExpExecArray, middle: string, right: string, line: number): void {
    const [, fan = '', temperature = '', pstate = '', draw = '', limit = ''] = second
    gpu.set('fanSpeed', spaced(fan), line)
    gpu.set('temperature.gpu', spaced(temperature), line)
    gpu.set('pstate', pstate, line)
    gpu.set('power.draw', spaced(draw), line)
    gpu.set('power.limit', spaced(limit), line)
    const memory = MEMORY.exec(middle)
    if (memory?.[1] && memory[2]) {
      gpu.set('memory.used', spaced(memory[1]), line)
      gpu.set('memory.total', spaced(memory[2]), line)
    }
    const load = LOAD.exec(right)
    if (load?.[1] && load[2]) {
      gpu.set('utilization.gpu', spaced(load[1]), line)
      gpu.set('computeMode', load[2], line)
    }
  }

  #migRow(cells: readonly string[], line: number): boolean {
    const row = MIG_ROW.exec(cells[0] ?? '')
    if (!row) return cells[0]?.trim() === '' || /no MIG devices/i.test(cells.join(' '))
    const gpu = this.#gpus.find((candidate) => candidate.index?.value === Number(row[1]))
    gpu?.mig.push({ line, gpuInstance: Number(row[2]), computeInstance: Number(row[3]), index: Number(row[4]) })
    return true
  }

  #processRow(text: string, line: number): void {
    const match = PROCESS.exec(text)
    if (!match) return
    const [, gpu = '', , , pid = '', type, name, memory] = match
    this.#processes.push({
      line,
      gpuIndex: Number(gpu),
      pid: Number(pid),
      type,
      name,
      memory: memory === 'N/A' ? memory : spaced(memory ?? ''),
    })
  }
}

/** `42C` -> `42 C`, as -q prints it. */
function spaced(text: string): string {
  return text.replace(/^(-?\d+(?:\.\d+)?)(MiB|[A-Z%])$/, '$1 $2')
}
