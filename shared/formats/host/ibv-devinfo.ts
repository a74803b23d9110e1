import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Line } from '../../model/format'
import { decimal, keyValue, wholeNumber } from './support/text'

export interface IbvPort {
  readonly port: number
  /** `PORT_ACTIVE`. */
  readonly state?: AtLine<string>
  readonly physicalState?: AtLine<string>
  readonly activeMtu?: AtLine<number>
  readonly maxMtu?: AtLine<number>
  readonly lid?: AtLine<number>
  readonly smLid?: AtLine<number>
  readonly linkLayer?: AtLine<'InfiniBand' | 'Ethernet'>
  /** Gb/s: speed of a lane times width (-v only). */
  readonly rate?: AtLine<number>
  readonly gids: readonly {
    readonly index: number
    readonly gid: string
    readonly version?: string
    readonly line: number
  }[]
  readonly line: number
}

export interface IbvDevice {
  readonly device: string
  readonly firmware?: AtLine<string>
  readonly nodeGuid?: AtLine<string>
  readonly systemImageGuid?: AtLine<string>
  /** Decimal part id turned to a CA type: `MT4129`. */
  readonly caType?: AtLine<string>
  readonly boardId?: AtLine<string>
  readonly transport?: AtLine<string>
  readonly ports: readonly IbvPort[]
  readonly line: number
  readonly endLine: number
}

export interface IbvDevinfo {
  readonly devices: readonly IbvDevice[]
  /** `No IB devices found`. */
  readonly none?: AtLine<boolean>
}

export const ibvDevinfo = defineBlockFormat<IbvDevinfo>({
  id: 'host/ibv-devinfo',
  title: 'RDMA devices',
  command: 'ibv_devinfo -v',
  example: 'hca_id:\tmlx5_0',
  anchors: ['hca_id:', 'No IB devices found'],
  begins: (line) => DEVICE.test(line) || NONE.test(line),
  parse(lines, note) {
    const devices: Growing[] = []
    let port: GrowingPort | undefined
    for (let line = lines.peek(); line; line = lines.peek()) {
      const device = DEVICE.exec(line.text)
      const current = devices.at(-1)
      if (NONE.test(line.text)) {
        lines.next()
        return { devices, none: { value: true, line: line.number } }
      }
      if (device) {
        devices.push({ device: device[1] ?? '', ports: [], line: line.number, endLine: line.number })
        port = undefined
      } else if (line.text.trim() === '') {
        if (!/^\s+\S/.test(lines.peek(1)?.text ?? '') && !DEVICE.test(lines.peek(1)?.text ?? '')) break
      } else if (!current || !/^\s/.test(line.text)) break
      else {
        current.endLine = line.number
        const number = /^\s+port:\s+(\d{1,3})\s*$/.exec(line.text)?.[1]
        if (number !== undefined) {
          port = { port: Number(number), gids: [], line: line.number }
          current.ports.push(port)
        } else if (port) readPort(port, line)
        else if (PORT_KEY.test(line.text)) {
          // An excerpt may lack the `port:` line; adapters with one port are the rule.
          port = { port: 1, gids: [], line: line.number }
          current.ports.push(port)
          note.damaged(`the port line of ${current.device} is missing`, line)
          readPort(port, line)
        } else readDevice(current, line)
      }
      lines.next()
    }
    for (const { device, ports } of devices)
      if (ports.length === 0 || ports.some((entry) => !entry.linkLayer)) note.damaged(`${device} is cut`)
    return { devices: devices.map((device) => ({ ...device, ports: device.ports.map(finish) })) }
  },
})

const DEVICE = /^hca_id:\s+([\w.-]{1,64})\s*$/
const PORT_KEY =
  /^\s+(?:state|phys_state|active_mtu|max_mtu|port_lid|sm_lid|link_layer|active_width|active_speed|GID\[\s*\d+\]):/
const NONE = /^\s*No IB devices found\s*$/

type GrowingPort = {
  -readonly [key in keyof IbvPort]: key extends 'gids' ? IbvPort['gids'][number][] : IbvPort[key]
} & { width?: number; speed?: AtLine<number> }
type Growing = { -readonly [key in keyof IbvDevice]: key extends 'ports' ? GrowingPort[] : IbvDevice[key] }

/** `(4)` and the like behind a word are its code. */
function word(text: string): string {
  return text.replace(/\s*\(\w+\)$/, '')
}

function readDevice(device: Growing, line: Line): void {
  const pair = keyValue(line.text)
  if (!pair || pair.value === '') return
  const text = { value: pair.value, line: line.number }
  if (pair.key === 'fw_ver') device.firmware = text
  else if (pair.key === 'node_guid') device.nodeGuid = text
  else if (pair.key === 'sys_image_guid') device.systemImageGuid = text
  else if (pair.key === 'board_id') device.boardId = text
  else if (pair.key === 'transport') device.transport = { value: word(pair.value), line: line.number }
  else if (pair.key === 'vendor_part_id' && /^\d{4,6}$/.test(pair.value))
    device.caType = { value: `MT${pair.value}`, line: line.number }
}

function readPort(port: GrowingPort, line: Line): void {
  const gid = /^\s*GID\[\s*(\d+)\]:\s+([0-9a-f:.]{2,45})(?:, (.+?))?\s*$/i.exec(line.text)
  if (gid) {
    port.gids.push({ index: Number(gid[1]), gid: gid[2] ?? '', version: gid[3], line: line.number })
    return
  }
  const pair = keyValue(line.text)
  if (!pair || pair.value === '') return
  const value = word(pair.value)
  const number = wholeNumber(value)
  const at = number === undefined ? undefined : { value: number, line: line.number }
  if (pair.key === 'state') port.state = { value, line: line.number }
  else if (pair.key === 'phys_state') port.physicalState = { value, line: line.number }
  else if (pair.key === 'active_mtu') port.activeMtu = at
  else if (pair.key === 'max_mtu') port.maxMtu = at
  else if (pair.key === 'port_lid') port.lid = at
  else if (pair.key === 'sm_lid') port.smLid = at
  else if (pair.key === 'link_layer') {
    if (value === 'InfiniBand' || value === 'Ethernet') port.linkLayer = { value, line: line.number }
  } else if (pair.key === 'active_width') port.width = wholeNumber(value.replace(/X$/i, ''))
  else if (pair.key === 'active_speed') {
    const speed = decimal(/^([\d.]+) Gbps$/.exec(value)?.[1] ?? '')
    if (speed !== undefined) port.speed = { value: speed, line: line.number }
  }
}

/** The rate of a port is the speed of a lane times the width. */
function finish({ width, speed, ...port }: GrowingPort): IbvPort {
  return width !== undefined && speed ? { ...port, rate: { value: width * speed.value, line: speed.line } } : port
}
