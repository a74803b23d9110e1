import { defineBlockFormat } from '../../model/format'
import type { DcgmDiag } from './support/diag-types'
import type { Line, LineCursor } from '../../model/format'
import type { AtLine } from '../../model/source'
import { boxRow, isBoxLine, isRule, joinCut } from './support/box'
import { entityInText, readGpuList, readPcie, readStatus, splitMessages, worstStatus } from './support/diag-read'
import type { DiagMessage, DiagPcie, DiagResult, DiagStatus } from './support/diag-types'
import { readEntity, type DcgmEntity } from './support/entity'

export const dcgmDiag = defineBlockFormat<DcgmDiag>({
  id: 'dcgm/diag',
  title: 'DCGM diagnostic',
  command: 'dcgmi diag -r 3',
  example: '| Diagnostic                | Result                                         |',
  anchors: ['| Diagnostic ', 'Successfully ran diagnostic', '-----  ', '| Pass', '| Fail', '| Skip', '| Warn', '+---'],
  begins(line, _hint, lines) {
    if (RAN.test(line)) return true
    if (isRule(line)) return HEADER.test(lines.peek(1)?.text ?? '')
    return HEADER.test(line) || SECTION.test(line) || isKnownTest(line)
  },
  parse(lines, note) {
    const reader = new DiagReader()
    let ran: AtLine<boolean> | undefined
    let complete = false
    for (let line = lines.peek(); line; line = lines.peek()) {
      const { text } = line
      if (RAN.test(text)) {
        if (ran || !reader.empty) break
        ran = { value: true, line: line.number }
      } else if (isBoxLine(text) || SECTION.test(text)) {
        if (HEADER.test(text) && !reader.empty) break
        // A rule behind the last row ends the table.
        if (isRule(text) && !reader.empty && HEADER.test(lines.peek(1)?.text ?? '')) break
        complete = isRule(text) && !reader.empty
        reader.row(line)
      } else if (text.trim() !== '' || !boxNext(lines) || complete) break
      lines.next()
    }
    if (!complete && !reader.empty) note.damaged('the table has no bottom rule')
    return reader.value(ran, complete)
  },
})

const RAN = /^\s*Successfully ran diagnostic for group\./
const HEADER = /^\s*\| Diagnostic\s+\| Result\s/
// `|-----  Metadata  ----------+---`, `+-----  Integration  -------+---`
const SECTION = /^\s*[|+]-----\s{1,3}(Metadata|Deployment|Integration|Hardware|Stress|Training)\s{1,3}-+/
const MESSAGE = /^(Warning|Info|Error)(?:: ?(.+))?$/i
const ENTITY_RESULT = /^((?:GPU|CPU|Switch|NvSwitch|CX|vGPU) ?\d{1,4}): (Pass|Fail|Skip|Warn)\b/i
const TESTS = new Set([
  'blacklist',
  'denylist',
  'nvml library',
  'cuda main library',
  'cuda toolkit library',
  'permissions and os blocks',
  'persistence mode',
  'environment variables',
  'page retirement/row remap',
  'page retirement',
  'graphics processes',
  'inforom',
  'software',
  'pcie',
  'gpu memory',
  'diagnostic',
  'sm stress',
  'targeted stress',
  'targeted power',
  'memory bandwidth',
  'memtest',
  'pulse test',
  'context create',
  'eud test',
  'memory',
  'memory_bandwidth',
  'targeted_stress',
  'targeted_power',
  'sm_stress',
  'context_create',
  'pulse_test',
  'nvbandwidth',
  'eud',
  'cpu_eud',
  'nccl_tests',
  'rist',
])

/** A row in a table whose head is cut off: `| GPU Memory | Pass - GPUs: 1, 2 |`. */
function isKnownTest(text: string): boolean {
  const cells = boxRow(text)?.cells
  if (!cells || cells.length < 2) return false
  return TESTS.has((cells[0] ?? '').trim().toLowerCase()) && /^(?:Pass|Fail|Skip|Warn)\b/i.test(cells[1] ?? '')
}

function boxNext(lines: LineCursor): boolean {
  return isBoxLine(lines.peek(1)?.text ?? '')
}

interface GrowingTest {
  name: string
  category?: string
  statuses: DiagStatus[]
  results: DiagResult[]
  messages: CutText[]
  line: number
}

/** A value in the pieces that the printer cut it into. */
interface CutText {
  readonly kind: DiagMessage['kind']
  readonly entity?: DcgmEntity
  readonly pieces: string[]
  readonly line: number
}

class DiagReader {
  readonly #tests: GrowingTest[] = []
  readonly #messages: CutText[] = []
  readonly #meta = new Map<string, { pieces: string[]; line: number }>()
  #category: string | undefined
  #current: { test?: GrowingTest; pieces?: string[] } = {}
  /** Characters of a full row: 45, or 46 where a row has that many. */
  #width = 45

  get empty(): boolean {
    return this.#tests.length === 0 && this.#messages.length === 0 && this.#meta.size === 0
  }

  row(line: Line): void {
    const section = SECTION.exec(line.text)
    if (section) {
      this.#category = (section[1] ?? '').trim()
      this.#current = {}
      return
    }
    if (isRule(line.text) || HEADER.test(line.text)) return
    const cells = boxRow(line.text)?.cells ?? []
    const left = (cells[0] ?? '').trim()
    const right = cells.slice(1).join(' | ')
    const message = MESSAGE.exec(left)
    if (left === '') this.#goOn(right, line)
    else if (message) this.#message(message, right, line)
    else if (this.#category === 'Metadata' || META.has(left)) {
      const pieces = [right]
      this.#meta.set(left, { pieces, line: line.number })
      this.#current = { pieces }
    } else this.#test(left, right, line)
    if (right.length === 46) this.#width = 46
  }

  #test(name: string, right: string, line: Line): void {
    const status = readStatus(right) ?? 'unknown'
    const results = [...readGpuList(right, line.number)]
    const test: GrowingTest = {
      name,
      category: this.#category,
      statuses: [status],
      results,
      messages: [],
      line: line.number,
    }
    this.#tests.push(test)
    this.#current = { test }
  }

  #message(found: RegExpExecArray, right: string, line: Line): void {
    const word = (found[1] ?? '').toLowerCase()
    const kind = word === 'info' ? 'info' : word === 'error' ? 'error' : 'warning'
    const message: CutText = {
      kind,
      pieces: [right],
      line: line.number,
      entity: readEntity(found[2] ?? '') ?? undefined,
    }
    const test = this.#tests.at(-1)
    // An error in place of a test belongs to the run; what stands under a test belongs to it.
    const target = kind === 'error' && test?.category !== this.#category ? undefined : test
    if (target) target.messages.push(message)
    else this.#messages.push(message)
    this.#current = { test: target, pieces: message.pieces }
  }

  #goOn(right: string, line: Line): void {
    const { test, pieces } = this.#current
    if (pieces) pieces.push(right)
    else if (test) this.#resultRow(test, right, line)
  }

  #resultRow(test: GrowingTest, right: string, line: Line): void {
    const entity = ENTITY_RESULT.exec(right.trim())
    const status = readStatus(entity?.[2] ?? right)
    if (!status) return
    test.statuses.push(status)
    const known = entity ? readEntity(entity[1] ?? '') : null
    if (known) test.results.push({ entity: known, status, line: line.number })
    else test.results.push(...readGpuList(right, line.number))
  }

  value(ran: AtLine<boolean> | undefined, complete: boolean): DcgmDiag {
    const tests = this.#tests.map(({ statuses, messages, ...test }) => ({
      ...test,
      status: worstStatus(statuses),
      messages: messages.flatMap((message) => splitMessages(this.#whole(message))),
    }))
    const messages = this.#messages.map((message) => {
      const whole = this.#whole(message)
      return { ...whole, entity: whole.entity ?? entityInText(whole.value) }
    })
    const pcie: readonly DiagPcie[] = [...tests.flatMap((test) => test.messages), ...messages].flatMap((message) =>
      readPcie(message.value, message.line),
    )
    const ids = this.#metaText('GPU Device IDs Detected')
    const deviceIds = ids?.value
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '')
    return {
      version: this.#metaText('DCGM Version'),
      driver: this.#metaText('Driver Version Detected'),
      deviceIds: ids && deviceIds && { value: deviceIds, line: ids.line },
      tests,
      messages,
      pcie,
      ran,
      complete,
    }
  }

  #whole({ kind, entity, pieces, line }: CutText): DiagMessage {
    return { kind, entity, value: joinCut(pieces, this.#width), line }
  }

  #metaText(name: string): AtLine<string> | undefined {
    const found = this.#meta.get(name)
    const value = found ? joinCut(found.pieces, this.#width) : ''
    return found && value !== '' ? { value, line: found.line } : undefined
  }
}

const META = new Set([
  'DCGM Version',
  'Driver Version Detected',
  'GPU Device IDs Detected',
  'Number of CPUs Detected',
  'EUD Test Version',
])
