import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Line, LineCursor } from '../../model/format'
import { decimal, keyValue, wholeNumber } from './support/text'

export interface IbstatusPort {
  readonly device: string
  readonly port: number
  readonly gid?: AtLine<string>
  readonly lid?: AtLine<number>
  readonly smLid?: AtLine<number>
  /** `ACTIVE`. */
  readonly state?: AtLine<string>
  /** `LinkUp`. */
  readonly physicalState?: AtLine<string>
  /** Gb/s. */
  readonly rate?: AtLine<number>
  /** `4X NDR`: the InfiniBand name of the rate, printed for Ethernet too. */
  readonly rateName?: string
  readonly linkLayer?: AtLine<'InfiniBand' | 'Ethernet'>
  readonly line: number
  readonly endLine: number
}

export interface Ibstatus {
  readonly ports: readonly IbstatusPort[]
}

export const ibstatus = defineBlockFormat<Ibstatus>({
  id: 'host/ibstatus',
  title: 'InfiniBand ports',
  command: 'ibstatus',
  example: "Infiniband device 'mlx5_0' port 1 status:",
  anchors: ["nfiniband device '", "nfiniBand device '"],
  begins: (line) => HEAD.test(line),
  parse(lines, note) {
    const ports: Growing[] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const head = HEAD.exec(line.text)
      const current = ports.at(-1)
      if (head) ports.push({ device: head[1] ?? '', port: Number(head[2]), line: line.number, endLine: line.number })
      else if (line.text.trim() === '') {
        if (!goesOn(lines)) break
      } else if (!current || !/^\s/.test(line.text) || !readField(current, line)) break
      else current.endLine = line.number
      lines.next()
    }
    for (const port of ports)
      if (!port.state || !port.linkLayer) note.damaged(`${port.device} port ${port.port} is cut`)
    return { ports }
  },
})

// Spelt `Infiniband` and `InfiniBand`.
const HEAD = /^\s*Infini[bB]and device '([\w.-]{1,64})' port (\d{1,3}) status:\s*$/

type Growing = { -readonly [key in keyof IbstatusPort]: IbstatusPort[key] }

function readField(port: Growing, line: Line): boolean {
  const pair = keyValue(line.text)
  if (!pair) return line.text.trim() === '...'
  const { key, value } = pair
  const at = line.number
  const lid = wholeNumber(value)
  // `4: ACTIVE`
  const word = { value: value.replace(/^\d+: */, ''), line: at }
  if (key === 'default gid') {
    if (value !== 'unknown') port.gid = { value, line: at }
  } else if (key === 'base lid') {
    if (lid !== undefined) port.lid = { value: lid, line: at }
  } else if (key === 'sm lid') {
    if (lid !== undefined) port.smLid = { value: lid, line: at }
  } else if (key === 'state') port.state = word
  else if (key === 'phys state') port.physicalState = word
  else if (key === 'rate') readRate(port, value, at)
  else if (key === 'link_layer') {
    if (value === 'InfiniBand' || value === 'Ethernet') port.linkLayer = { value, line: at }
  } else return false
  return true
}

// `400 Gb/sec (4X NDR)`
function readRate(port: Growing, text: string, line: number): void {
  const found = /^([\d.]{1,8}) Gb\/sec(?: \(([^()]{1,24})\))?/.exec(text)
  const value = decimal(found?.[1] ?? '')
  if (value === undefined) return
  port.rate = { value, line }
  port.rateName = found?.[2]
}

function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 2; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '') return HEAD.test(text)
  }
  return false
}
