import { defineBlockFormat, type Line, type LineCursor, type Note } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'
import type { AtLine } from '../../model/source'
import { detach } from '../../segment/detach'
import type { BenchDevice, BenchMatrix, Nvbandwidth, NvbandwidthTest } from './bench-types'
import { takeMatrix } from './support/matrix'

/** Lines of other programs that may stand between two lines of one run. */
const LOOK_AHEAD = 24

// memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)      memory latency SM GPU(row) <-> GPU(column) (ns)
const DESCRIPTION = /^(?:mem\w*|multicast|latency|\w+) .{1,120}\((GB\/s|ns|us)\)\s*$/
const RUNNING = /^Running ([\w-]{3,80})\.\s*$/
const SUM = /^(?:SUM|MAX|MIN|AVERAGE|COEFFICIENT_OF_VARIATION) \w{3,100} (?:\d|nan|inf|N\/A)/
const WAIVED = /^Waived:\s*(\w[\w-]*)?/
const FAILURE =
  /^\s*(?:ERROR:|ASSERT in expression|Invalid value when checking the pattern|Current offset :|\[?\w* ?CUDA_ERROR|Error: )/
const NOTES = ['NOTE: ', 'Performance can vary']
const VERSIONS = [
  'nvbandwidth Version:',
  'Built from Git version',
  'CUDA Runtime Version',
  'CUDA Driver Version',
  'Driver Version',
  'MPI version',
]
// Device 0: NVIDIA H200 (00000000:00:06)      Process 0 (node01): device 0: NVIDIA GB200 (00000008:01:00)
const DEVICE =
  /^(?:Process (\d{1,5}) \(([^)]{1,120})\): device|Device) (\d{1,4}): (.{1,120}?)(?: \(([0-9A-Fa-f:.]{5,20})\))?\s*$/

/**
 * nvbandwidth text, v0.2 to v0.9. GB/s are 1e9 bytes per second. The arrow of the description says the direction between row and
 * column. Several matrices of one test (Read1, Read2, Total) are several entries, named by their SUM line.
 * Source: NVIDIA/nvbandwidth output.cpp.
 */
export const nvbandwidth = defineBlockFormat<Nvbandwidth>({
  id: 'bench/nvbandwidth',
  title: 'nvbandwidth',
  command: 'nvbandwidth',
  example: 'nvbandwidth Version: v0.8',
  anchors: ['nvbandwidth Version:', 'Running ', '(row) ', 'memcpy CE ', 'memcpy SM '],
  begins(line, _hint, lines) {
    if (line.startsWith('nvbandwidth Version:')) return true
    if (RUNNING.test(line)) {
      for (let i = 1; i < 6; i++) {
        const text = lines.peek(i)?.text ?? ''
        if (DESCRIPTION.test(text.trim()) || WAIVED.test(text) || FAILURE.test(text)) return true
      }
      return false
    }
    return /^\s*(?:mem\w*|latency|multicast)\b.*\((?:row|column)\)/.test(line) && DESCRIPTION.test(line.trim())
  },
  parse: (lines, note) => new Reader(lines, note).read(),
})

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

class Reader {
  readonly #lines: LineCursor
  readonly #note: Note
  readonly #tests: Mutable<NvbandwidthTest>[] = []
  readonly #devices: BenchDevice[] = []
  readonly #errors: AtLine<string>[] = []
  readonly #versions: {
    version?: AtLine<string>
    cudaRuntime?: AtLine<string>
    cudaDriver?: AtLine<string>
    driver?: AtLine<string>
  } = {}
  #running: { name: string; line: number } | undefined
  #matrices = 0
  #damaged = false
  #host: string | undefined

  constructor(lines: LineCursor, note: Note) {
    this.#lines = lines
    this.#note = note
  }

  read(): Nvbandwidth {
    for (;;) {
      const offset = this.#next()
      if (offset < 0) break
      for (let i = 0; i < offset; i++) {
        const skipped = this.#lines.next()
        if (skipped && !this.#isHost(skipped)) this.#pass(skipped)
      }
      const line = this.#lines.peek()
      if (line) this.#take(line)
    }
    if (this.#running) this.#finishRunning()
    return {
      form: 'text',
      ...this.#versions,
      devices: this.#devices,
      tests: this.#tests,
      errors: this.#errors,
      damaged: this.#damaged,
    }
  }

  #pass(line: Line): void {
    const text = line.text.trim()
    if (text === '') return
    if (/^\.{2,}$|^\[\.\.\.\]$|^…$/.test(text)) {
      this.#damaged = true
      this.#note.damaged('lines are left out', line)
    } else if (!text.startsWith('NOTE')) this.#note.unread(line)
  }

  /** Offset of the next line that belongs here, -1 when none follows. */
  #next(): number {
    for (let offset = 0; offset < LOOK_AHEAD; offset++) {
      const text = this.#lines.peek(offset)?.text
      if (text === undefined) return -1
      if (text.startsWith('nvbandwidth Version:') && this.#versions.version) return -1
      const start = text.trim()
      if (start === '') continue
      if (/^(?:\$ |\S+@\S+[$#])/.test(text)) return -1
      if (isOwn(start)) return offset
    }
    return -1
  }

  #take(line: Line): void {
    const text = line.text.trim()
    const running = RUNNING.exec(text)
    if (running) {
      this.#finishRunning()
      this.#running = { name: detach(running[1] ?? ''), line: line.number }
      this.#matrices = 0
      this.#lines.next()
      return
    }
    if (DESCRIPTION.test(text) && !text.startsWith('SUM')) {
      this.#lines.next()
      this.#matrix(line, text)
      return
    }
    this.#lines.next()
    if (SUM.test(text)) this.#sum(text)
    else if (WAIVED.test(text)) this.#waived(text, line.number)
    else if (FAILURE.test(text)) this.#failed(text, line.number)
    else if (!this.#version(text, line.number)) this.#device(text, line.number)
  }

  #matrix(line: Line, text: string): void {
    const unit: BenchMatrix['unit'] = text.includes('(ns)') ? 'ns' : text.includes('(us)') ? 'us' : 'GB/s'
    const found = takeMatrix(this.#lines, this.#note, text, unit)
    const name = this.#running?.name ?? ''
    this.#matrices++
    if (!found || found.cut) this.#damaged = true
    if (!found) this.#note.damaged('the matrix is missing', line)
    this.#tests.push({
      line: this.#running?.line ?? line.number,
      name,
      status: found && !found.cut ? 'Passed' : 'Unknown',
      description: detach(text),
      matrix: found?.matrix,
    })
  }

  // SUM device_to_device_memcpy_read_ce 787.42
  #sum(text: string): void {
    const [word, name, value] = text.split(/\s+/)
    const test = this.#tests.at(-1)
    const number = Number(value)
    if (!test || name === undefined || !Number.isFinite(number)) return
    if (test.name === '' || name.startsWith(test.name)) test.name = detach(name)
    if (word === 'SUM') test.sum = number
    else if (word === 'MAX') test.max = number
    else if (word === 'MIN') test.min = number
    else if (word === 'AVERAGE') test.average = number
  }

  #waived(text: string, line: number): void {
    // Alone on a line it stands for the test that would come next; older releases do not say which.
    const name = WAIVED.exec(text)?.[1] ?? (this.#matrices === 0 ? this.#running?.name : undefined) ?? ''
    this.#tests.push({ line, name: detach(name), status: 'Waived' })
    this.#matrices++
  }

  #failed(text: string, line: number): void {
    this.#errors.push({ value: detach(text.slice(0, 400)), line })
    const running = this.#running
    const last = this.#tests.at(-1)
    if (running && last?.line === running.line && last.status === 'Error') return
    this.#tests.push({
      line: running?.line ?? line,
      name: running?.name ?? '',
      status: 'Error',
      error: detach(text.slice(0, 400)),
    })
    this.#matrices++
  }

  /** A test that printed nothing behind its name: the run was cut or is still going on. */
  #finishRunning(): void {
    const running = this.#running
    this.#running = undefined
    if (running && this.#matrices === 0) this.#tests.push({ line: running.line, name: running.name, status: 'Running' })
  }

  #version(text: string, line: number): boolean {
    const found = /^([A-Za-z ]+?):\s*(.*)$/.exec(text)
    if (!found || !VERSIONS.some((start) => text.startsWith(start))) return false
    const value = { value: detach((found[2] ?? '').trim()), line }
    if (found[1] === 'nvbandwidth Version') this.#versions.version = value
    else if (found[1] === 'CUDA Runtime Version') this.#versions.cudaRuntime = value
    else if (found[1] === 'CUDA Driver Version') this.#versions.cudaDriver = value
    else if (found[1] === 'Driver Version') this.#versions.driver = value
    return true
  }

  #device(text: string, line: number): void {
    const found = DEVICE.exec(text)
    if (!found) return
    this.#devices.push({
      line,
      index: Number(found[3]),
      name: detach(found[4] ?? ''),
      busId: found[5] === undefined ? undefined : normaliseBusId(found[5]),
      host: found[2] === undefined ? this.#host : detach(found[2]),
      process: found[1] === undefined ? undefined : Number(found[1]),
    })
  }

  /** v0.8 prints the host name alone on a line above the devices. */
  #isHost(line: Line): boolean {
    if (!this.#versions.version || this.#devices.length > 0 || !/^[A-Za-z][\w.-]{1,62}$/.test(line.text.trim()))
      return false
    this.#host = detach(line.text.trim())
    return true
  }
}

function isOwn(text: string): boolean {
  return (
    RUNNING.test(text) ||
    DESCRIPTION.test(text) ||
    SUM.test(text) ||
    WAIVED.test(text) ||
    NOTES.some((start) => text.startsWith(start)) ||
    FAILURE.test(text) ||
    VERSIONS.some((start) => text.startsWith(start)) ||
    DEVICE.test(text)
  )
}
