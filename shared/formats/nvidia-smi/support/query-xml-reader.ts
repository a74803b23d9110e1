import { SaxesParser } from 'saxes'
import type { Note } from '../../../model/format'
import type { AtLine } from '../../../model/source'
import type { MigDraft } from './query-builder'
import { QueryGpuDraft, wholeNumber } from './query-builder'
import { firstToken } from './query-text-lines'
import type { QueryCapture, QueryProcess } from './query-types'
import { xmlField } from './query-xml-fields'

type ProcessDraft = { -readonly [key in keyof QueryProcess]: QueryProcess[key] }

/** Deeper than any driver nests (eight); a bomb of nested elements stops here. */
const MAX_DEPTH = 40
const MAX_TEXT = 512

/**
 * Reads the XML as it comes, line by line. Neither the DOCTYPE nor any declaration is handed to the parser, so nothing is fetched
 * and no entity is ever expanded. `<supported_clocks>`, most of the bytes, is passed over.
 */
export class QueryXml {
  readonly #parser = new SaxesParser({ fragment: true })
  readonly #stack: { name: string; line: number; text: string; hasChild: boolean }[] = []
  readonly #gpus: QueryGpuDraft[] = []
  readonly #processes: ProcessDraft[] = []
  readonly #head = new Map<string, AtLine<string>>()
  readonly #finished = new Set<QueryGpuDraft>()
  #gpu: QueryGpuDraft | undefined
  /** Depth of the current `<gpu>` on the stack. */
  #gpuDepth = -1
  #skipDepth = -1
  #line = 0
  #mig: MigDraft | undefined
  #process: ProcessDraft | undefined
  #broken: { why: string; line: number } | undefined
  #done = false
  #stopped = false

  constructor() {
    this.#parser.on(
      'error',
      (error) => (this.#broken ??= { why: `broken XML: ${error.message.slice(0, 80)}`, line: this.#line }),
    )
    this.#parser.on('opentag', (tag) => this.#openTag(tag.name, String(tag.attributes['id'] ?? '')))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('closetag', (tag) => this.#closeTag(tag.name))
  }

  /** `</nvidia_smi_log>` was read, or there is no use in going on. */
  get done(): boolean {
    return this.#done || this.#stopped
  }

  get inElement(): boolean {
    return this.#stack.length > 0
  }

  write(text: string, line: number): void {
    if (this.done) return
    this.#line = line
    this.#parser.write(`${text}\n`)
  }

  build(note: Note): QueryCapture {
    if (this.#broken) note.damaged(this.#broken.why, { text: '', number: this.#broken.line })
    if (!this.#done) {
      note.damaged('the XML ends before its end')
      if (this.#gpu) this.#gpu.damaged = true
    }
    for (const gpu of this.#gpus) if (!this.#finished.has(gpu)) gpu.damaged = true
    const kmd = token(this.#head.get('kmd_version'))
    const driver = kmd ?? token(this.#head.get('driver_version'))
    const cuda = token(this.#head.get('cuda_umd_version')) ?? token(this.#head.get('cuda_version'))
    const timestamp = this.#head.get('timestamp')
    const attached = this.#head.get('attached_gpus')
    const count = attached && wholeNumber(attached.value)
    return {
      form: 'xml',
      ...(driver && { driver }),
      ...(cuda && { cuda }),
      ...(kmd && { kmd }),
      ...(timestamp && { timestamp }),
      ...(attached && count !== undefined && { attachedGpus: { value: count, line: attached.line } }),
      gpus: this.#gpus.map((gpu) => gpu.build()),
      processes: this.#processes,
      warnings: [],
      complete: this.#done && !this.#broken && this.#gpus.length > 0 && this.#gpus.every((gpu) => gpu.has('name')),
    }
  }

  #openTag(name: string, id: string): void {
    const above = this.#stack.at(-1)
    if (above) above.hasChild = true
    this.#stack.push({ name, line: this.#line, text: '', hasChild: false })
    if (this.#stack.length > MAX_DEPTH) {
      this.#stopped = true
      this.#broken ??= { why: 'elements are nested too deeply', line: this.#line }
    }
    if (this.#skipDepth >= 0) return
    if (name === 'supported_clocks') this.#skipDepth = this.#stack.length
    else if (name === 'gpu' && id !== '') {
      this.#gpu = new QueryGpuDraft(this.#line)
      this.#gpu.busId = { value: id.slice(0, 40), line: this.#line }
      this.#gpuDepth = this.#stack.length
      this.#gpus.push(this.#gpu)
    } else if (this.#gpu && name === 'mig_device') {
      this.#mig = { line: this.#line }
      this.#gpu.mig.push(this.#mig)
    } else if (this.#gpu && name === 'process_info') {
      this.#process = { line: this.#line, ...(this.#gpu.busId && { busId: this.#gpu.busId.value }) }
      this.#processes.push(this.#process)
    }
  }

  #addText(text: string): void {
    const top = this.#stack.at(-1)
    if (top && this.#skipDepth < 0 && top.text.length < MAX_TEXT) top.text += text.slice(0, MAX_TEXT)
  }

  #closeTag(name: string): void {
    const element = this.#stack.at(-1)
    if (!element || this.#stopped) return
    if (this.#skipDepth >= 0) {
      if (this.#stack.length === this.#skipDepth) this.#skipDepth = -1
    } else if (this.#gpu && this.#stack.length > this.#gpuDepth) this.#value(element)
    else if (this.#gpu && this.#stack.length === this.#gpuDepth) {
      this.#gpu.endLine = this.#line
      this.#finished.add(this.#gpu)
      this.#gpu = undefined
    } else if (!element.hasChild && element.text.trim() !== '' && this.#stack.length <= 2) {
      this.#head.set(name, { value: element.text.trim(), line: element.line })
    }
    this.#stack.pop()
    if (name === 'nvidia_smi_log') this.#done = true
  }

  #value(element: { name: string; line: number; text: string; hasChild: boolean }): void {
    const gpu = this.#gpu
    const value = element.text.trim()
    if (!gpu) return
    gpu.endLine = this.#line
    if (element.hasChild || value === '') return
    const path = this.#stack
      .slice(this.#gpuDepth)
      .map((level) => level.name)
      .join('>')
    if (path.startsWith('mig_devices>')) this.#migValue(path, value)
    else if (path.startsWith('processes>process_info>')) this.#processValue(element.name, value)
    else {
      const field = xmlField(path)
      if (field) gpu.set(field, value, element.line)
    }
  }

  #migValue(path: string, value: string): void {
    const number = wholeNumber(value)
    if (!this.#mig) return
    if (path === 'mig_devices>mig_device>index') this.#mig.index = number
    if (path === 'mig_devices>mig_device>gpu_instance_id') this.#mig.gpuInstance = number
    if (path === 'mig_devices>mig_device>compute_instance_id') this.#mig.computeInstance = number
  }

  #processValue(name: string, value: string): void {
    if (!this.#process) return
    if (name === 'pid') this.#process.pid = wholeNumber(value)
    if (name === 'type') this.#process.type = value
    if (name === 'process_name') this.#process.name = value
    if (name === 'used_memory') this.#process.memory = value
  }
}

function token(at: AtLine<string> | undefined): AtLine<string> | undefined {
  return at && { value: firstToken(at.value), line: at.line }
}
