import type { Note } from '../../../model/format'
import type { AtLine } from '../../../model/source'
import type { MigDraft } from './query-builder'
import { QueryGpuDraft, wholeNumber } from './query-builder'
import { isTextSection, textField } from './query-text-fields'
import { firstToken, normalKey } from './query-text-lines'
import type { QueryLine } from './query-text-lines'
import type { QueryCapture, QueryProcess, QueryWarning } from './query-types'

interface Level {
  readonly indent: number
  readonly key: string
}

type ProcessDraft = { -readonly [key in keyof QueryProcess]: QueryProcess[key] }

const HEAD_FIELDS: { readonly [key: string]: 'timestamp' | 'driver' | 'cuda' | 'kmd' | 'cudaUmd' | 'attachedGpus' } = {
  timestamp: 'timestamp',
  'driver version': 'driver',
  'cuda version': 'cuda',
  'kmd version': 'kmd',
  'cuda umd version': 'cudaUmd',
  'attached gpus': 'attachedGpus',
}

/** Reads the lines of `-q` one after the other: indentation gives the path; without any, the known sections do. */
export class QueryText {
  readonly #head = new Map<string, AtLine<string>>()
  readonly #gpus: QueryGpuDraft[] = []
  readonly #processes: ProcessDraft[] = []
  readonly #warnings: QueryWarning[] = []
  readonly #finished = new Set<QueryGpuDraft>()
  #gpu: QueryGpuDraft | undefined
  #gpuIndent = -1
  #stack: Level[] = []
  /** Copies without indentation: the section tree is then told by names. */
  #flat: boolean | undefined
  #process: ProcessDraft | undefined
  #mig: MigDraft | undefined
  #headless = false

  get inGpu(): boolean {
    return this.#gpu !== undefined
  }

  warn(warning: QueryWarning): void {
    this.#warnings.push(warning)
  }

  elide(): void {
    if (this.#gpu) this.#gpu.damaged = true
  }

  /** Whether the line can belong here. `blanks` is the number of blank lines above it: sections are never that far apart. */
  accepts(line: QueryLine, blanks: number): boolean {
    if (line.kind === 'log') return false
    if (line.kind === 'gpu') return true
    if (line.kind === 'value' && this.#isHead(line))
      return !this.#head.has(normalKey(line.key)) && this.#gpu === undefined
    if (!this.#gpu) return this.#head.size === 0 && this.#gpus.length === 0
    if (blanks > 2) return false
    return this.continues(line)
  }

  /** Whether the line can stand inside the current GPU's block. */
  continues(line: QueryLine): boolean {
    if (line.kind === 'log' || line.kind === 'gpu' || !this.#gpu) return false
    if (this.#flat)
      return line.kind === 'section' || this.isKnown(line) || /^[A-Za-z][A-Za-z0-9 ./()-]{1,50}$/.test(line.key)
    return line.indent > this.#gpuIndent
  }

  get flat(): boolean {
    return this.#flat === true
  }

  /** To be called before the first GPU: a copy that lost its indentation is read by the names of sections. */
  set flat(flat: boolean) {
    this.#flat ??= flat
  }

  read(line: QueryLine, number: number): void {
    if (line.kind === 'log') return
    if (line.kind === 'gpu') {
      this.#open(new QueryGpuDraft(number), line.indent)
      if (this.#gpu) this.#gpu.busId = { value: line.busId, line: number }
      return
    }
    if (line.kind === 'value' && !this.#gpu && this.#isHead(line)) {
      this.#head.set(normalKey(line.key), { value: line.value, line: number })
      return
    }
    if (!this.#gpu) {
      // The head is cut off.
      this.#headless = true
      this.#open(new QueryGpuDraft(number), -1)
    }
    const path = this.#path(line)
    if (this.#headless && line.kind === 'value' && this.#repeats(path)) this.#open(new QueryGpuDraft(number), -1)
    const gpu = this.#gpu
    if (!gpu) return
    gpu.endLine = number
    if (path === 'processes' || path.startsWith('processes > ') || path === 'compute processes')
      this.#readProcess(line, number, gpu)
    else if (path === 'mig device' || path.startsWith('mig device > ')) this.#readMig(line, path, number, gpu)
    else if (line.kind === 'value') {
      const field = textField(path)
      if (field) gpu.set(field, line.value, number)
    }
  }

  build(note: Note): QueryCapture {
    const complete =
      this.#gpus.length > 0 && this.#gpus.every((gpu) => gpu.has('name') && this.#finished.has(gpu)) && !this.#headless
    for (const gpu of this.#gpus) {
      const full = gpu.has('name') && gpu.has('uuid') && gpu.has('minor')
      // Every driver ends a GPU with its processes; a whole query without them was cut.
      if ((full && !this.#finished.has(gpu)) || gpu.isEmpty) {
        gpu.damaged = true
        note.damaged('the block of a GPU is cut', { text: '', number: gpu.endLine })
      }
    }
    if (this.#headless) note.damaged('the head of the query is cut off')
    const kmd = tokenAt(this.#head.get('kmd version'))
    const driver = kmd ?? tokenAt(this.#head.get('driver version'))
    const cuda = tokenAt(this.#head.get('cuda umd version')) ?? tokenAt(this.#head.get('cuda version'))
    const timestamp = this.#head.get('timestamp')
    const attached = this.#head.get('attached gpus')
    const count = attached && wholeNumber(attached.value)
    return {
      form: 'text',
      ...(driver && { driver }),
      ...(cuda && { cuda }),
      ...(kmd && { kmd }),
      ...(timestamp && { timestamp }),
      ...(attached && count !== undefined && { attachedGpus: { value: count, line: attached.line } }),
      gpus: this.#gpus.map((gpu) => gpu.build()),
      processes: this.#processes.filter((process) => process.pid !== undefined),
      warnings: this.#warnings,
      complete,
    }
  }

  #open(gpu: QueryGpuDraft, indent: number): void {
    this.#gpu = gpu
    this.#gpus.push(gpu)
    this.#gpuIndent = indent
    this.#stack = []
    this.#process = undefined
    this.#mig = undefined
  }

  #isHead(line: QueryLine & { kind: 'value' }): boolean {
    return Object.hasOwn(HEAD_FIELDS, normalKey(line.key))
  }

  /** Whether the words are those of a driver, not only of the shape. */
  isKnown(line: QueryLine & { kind: 'value' | 'section' }): boolean {
    const key = normalKey(line.key)
    const paths = this.#stack.map((_, i) => [...this.#stack.slice(0, i + 1).map((level) => level.key), key].join(' > '))
    return [key, ...paths].some((path) =>
      line.kind === 'section' ? isTextSection(path) : textField(path) !== undefined || isTextSection(path),
    )
  }

  /** The path of the line, and the stack as the lines below will need it. */
  #path(line: QueryLine & { kind: 'value' | 'section' }): string {
    const key = normalKey(line.key)
    if (this.#flat) {
      const known = (depth: number) => {
        const path = [...this.#stack.slice(0, depth).map((level) => level.key), key].join(' > ')
        return textField(path) !== undefined || isTextSection(path)
      }
      let depth = this.#stack.length
      while (depth > 0 && !known(depth)) depth--
      // A key that is known nowhere stays where it is; a section that is known nowhere closes the ones that are open.
      if (known(depth) || line.kind === 'section') this.#stack.length = depth
    } else while ((this.#stack.at(-1)?.indent ?? -1) >= line.indent) this.#stack.pop()
    const path = [...this.#stack.map((level) => level.key), key].join(' > ')
    if (!this.#flat || line.kind === 'section') this.#stack.push({ indent: line.indent, key })
    return path
  }

  #repeats(path: string): boolean {
    const field = textField(path)
    return field !== undefined && this.#gpu?.has(field) === true
  }

  #readProcess(line: QueryLine, number: number, gpu: QueryGpuDraft): void {
    this.#finished.add(gpu)
    if (line.kind !== 'value') return
    const key = normalKey(line.key)
    if (key === 'process id') {
      this.#process = { line: number, ...(gpu.busId && { busId: gpu.busId.value }), pid: wholeNumber(line.value) }
      this.#processes.push(this.#process)
    } else if (this.#process && key === 'type') this.#process.type = line.value
    else if (this.#process && key === 'name') this.#process.name = line.value
    else if (this.#process && key === 'used gpu memory') this.#process.memory = line.value
  }

  #readMig(line: QueryLine, path: string, number: number, gpu: QueryGpuDraft): void {
    if (line.kind === 'section' && path === 'mig device') {
      this.#mig = { line: number }
      gpu.mig.push(this.#mig)
    }
    if (line.kind !== 'value' || !this.#mig) return
    const value = wholeNumber(line.value)
    if (path === 'mig device > index') this.#mig.index = value
    if (path === 'mig device > gpu instance id') this.#mig.gpuInstance = value
    if (path === 'mig device > compute instance id') this.#mig.computeInstance = value
  }
}

function tokenAt(at: AtLine<string> | undefined): AtLine<string> | undefined {
  return at && { value: firstToken(at.value), line: at.line }
}
