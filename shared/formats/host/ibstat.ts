import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Line, LineCursor, Note } from '../../model/format'
import { decimal, keyValue, wholeNumber } from './support/text'

export interface IbstatPort {
  readonly port: number
  readonly state?: AtLine<string>
  readonly physicalState?: AtLine<string>
  /** Gb/s of the whole port as printed; a port that is down shows 10, 40 or 2.5, which is no speed. */
  readonly rate?: AtLine<number>
  readonly lid?: AtLine<number>
  readonly smLid?: AtLine<number>
  readonly portGuid?: AtLine<string>
  readonly linkLayer?: AtLine<'InfiniBand' | 'Ethernet'>
  readonly line: number
}

export interface IbstatAdapter {
  /** `mlx5_0`. */
  readonly device: string
  readonly caType?: AtLine<string>
  readonly firmware?: AtLine<string>
  readonly nodeGuid?: AtLine<string>
  readonly systemImageGuid?: AtLine<string>
  readonly numberOfPorts?: AtLine<number>
  readonly ports: readonly IbstatPort[]
  readonly line: number
  readonly endLine: number
}

export interface Ibstat {
  readonly adapters: readonly IbstatAdapter[]
  /** Ends with `ibpanic`: what would follow is unknown, not absent. */
  readonly aborted?: AtLine<string>
}

export const ibstat = defineBlockFormat<Ibstat>({
  id: 'host/ibstat',
  title: 'InfiniBand adapters',
  command: 'ibstat',
  example: "CA 'mlx5_0'",
  anchors: ["CA '", 'stat of IB device'],
  begins: (line) => ADAPTER.test(line) || PANIC.test(line),
  parse(lines, note) {
    const adapters: Growing[] = []
    let aborted: AtLine<string> | undefined
    let port: GrowingPort | undefined
    for (let line = lines.peek(); line; line = lines.peek()) {
      const { text } = line
      const adapter = ADAPTER.exec(text)
      const number = PORT.exec(text)
      const current = adapters.at(-1)
      if (adapter) {
        adapters.push({ device: adapter[1] ?? '', ports: [], line: line.number, endLine: line.number })
        port = undefined
      } else if (PANIC.test(text)) aborted = { value: text.trim(), line: line.number }
      else if (text.trim() === '') {
        if (!goesOn(lines)) break
      } else if (!current || !/^\s/.test(text)) break
      else if (number) {
        port = { port: Number(number[1]), line: line.number }
        current.ports.push(port)
      } else if (!readField(current, port, line)) {
        if (text.trim() === '...') note.damaged('cut by the author', line)
        else if (!keyValue(text)) break
      }
      if (current && text.trim() !== '') current.endLine = line.number
      lines.next()
      if (aborted) break
    }
    check(adapters, note)
    if (aborted) note.damaged('ibstat gave up: adapters after this are unknown')
    return { adapters, aborted }
  },
})

const ADAPTER = /^\s*CA '([\w.-]{1,64})'\s*$/
const PORT = /^\s+Port (\d{1,3}):\s*$/
const PANIC = /^\s*ibpanic: .*stat of IB device/

type GrowingPort = { -readonly [key in keyof IbstatPort]: IbstatPort[key] }
type Growing = { -readonly [key in keyof IbstatAdapter]: key extends 'ports' ? GrowingPort[] : IbstatAdapter[key] }

function readField(adapter: Growing, port: GrowingPort | undefined, line: Line): boolean {
  const pair = keyValue(line.text)
  if (!pair) return false
  const { key, value } = pair
  // `...` stands for what a person took out.
  if (value === '' || value === '...') return true
  const text = { value, line: line.number }
  const number = wholeNumber(value)
  if (!port) {
    if (key === 'CA type') adapter.caType = text
    else if (key === 'Firmware version') adapter.firmware = text
    else if (key === 'Node GUID') adapter.nodeGuid = text
    else if (key === 'System image GUID') adapter.systemImageGuid = text
    else if (key === 'Number of ports' && number !== undefined)
      adapter.numberOfPorts = { value: number, line: line.number }
    return true
  }
  if (key === 'State') port.state = text
  else if (key === 'Physical state') port.physicalState = text
  else if (key === 'Rate') port.rate = rateOf(value, line.number)
  else if (key === 'Base lid' && number !== undefined) port.lid = { value: number, line: line.number }
  else if (key === 'SM lid' && number !== undefined) port.smLid = { value: number, line: line.number }
  else if (key === 'Port GUID') port.portGuid = text
  else if (key === 'Link layer' && (value === 'InfiniBand' || value === 'Ethernet'))
    port.linkLayer = { value, line: line.number }
  return true
}

// `400`, `10 (FDR10)`, `2.5`
function rateOf(text: string, line: number): AtLine<number> | undefined {
  const value = decimal(text.replace(/ \(.*$/, ''))
  return value === undefined ? undefined : { value, line }
}

function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 2; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '') return ADAPTER.test(text) || PANIC.test(text) || PORT.test(text)
  }
  return false
}

function check(adapters: readonly Growing[], note: Note): void {
  for (const adapter of adapters) {
    const due = adapter.numberOfPorts?.value
    if (due !== undefined && adapter.ports.length < due)
      note.damaged(`${adapter.device} has ${due} ports, ${adapter.ports.length} shown`)
    else if (adapter.ports.some((port) => !port.state || !port.linkLayer))
      note.damaged(`a port of ${adapter.device} is cut`)
  }
}
