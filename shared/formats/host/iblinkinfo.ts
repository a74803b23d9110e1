import { defineBlockFormat } from '../../model/format'
import { decimal } from './support/text'

export interface IbLink {
  /** Name of the near side as its head line says. */
  readonly from?: string
  readonly lid?: number
  readonly port?: number
  readonly width?: number
  /** Gb/s a lane. */
  readonly laneRate?: number
  readonly state?: string
  readonly physicalState?: string
  readonly to?: { readonly lid?: number; readonly port?: number; readonly name?: string }
  /** `Could be 106.25 Gbps`: a degraded link. */
  readonly note?: string
  readonly line: number
}

export interface Iblinkinfo {
  readonly links: readonly IbLink[]
}

export const iblinkinfo = defineBlockFormat<Iblinkinfo>({
  id: 'host/iblinkinfo',
  title: 'InfiniBand links',
  command: 'iblinkinfo',
  example: '   12   34[  ] ==( 4X 53.125 Gbps Active/  LinkUp)==>       5    1[  ] "node01 HCA-1" ( )',
  anchors: ['==(', 'CA: ', 'Switch: 0x'],
  begins: (line, _hint, lines) => LINK.test(line) || (HEAD.test(line) && LINK.test(lines.peek(1)?.text ?? '')),
  parse(lines) {
    const links: IbLink[] = []
    let from: string | undefined
    for (let line = lines.peek(); line; line = lines.peek()) {
      const head = HEAD.exec(line.text)
      const found = LINK.exec(line.text)
      if (head) from = (head[1] ?? '').trim()
      else if (found) links.push(readLink(found, from, line.number))
      else if (line.text.trim() !== '' || !nextIs(lines.peek(1)?.text)) break
      lines.next()
    }
    return { links }
  },
})

// `CA: node01 HCA-1:`, `Switch: 0xfc6a1c0300aa0000 sw-leaf-1:`
const HEAD = /^(?:CA|Switch|Router): (?:0x[0-9a-f]{8,16} )?(.{1,100}?):\s*$/
// `   12   34[  ] ==( 4X 53.125 Gbps Active/  LinkUp)==>   5    1[  ] "node HCA-1" ( Could be 106.25 Gbps )`
const LINK =
  /^\s*(?:0x[0-9a-f]{8,16}\s+)?(\d{1,6})\s+(\d{1,3})\[\s*\w*\s*\]\s+==\(\s*(?:(\d{1,2})X\s+([\d.]{1,8}) Gbps\s+)?(\w+)\s*\/\s*(\w+)\s*\)==>\s+(?:0x[0-9a-f]{8,16}\s+)?(?:(\d{1,6})\s+(\d{1,3}))?\s*\[\s*\w*\s*\]\s+"([^"]{0,100})"\s*\((.*)\)\s*$/

function readLink(found: RegExpExecArray, from: string | undefined, line: number): IbLink {
  const [, lid, port, width, rate, state, physicalState, toLid, toPort, name, note = ''] = found
  const to = {
    lid: toLid === undefined ? undefined : Number(toLid),
    port: toPort === undefined ? undefined : Number(toPort),
    name: name || undefined,
  }
  return {
    from,
    lid: Number(lid),
    port: Number(port),
    width: width === undefined ? undefined : Number(width),
    laneRate: decimal(rate ?? ''),
    state,
    physicalState,
    to,
    note: note.trim() || undefined,
    line,
  }
}

function nextIs(text: string | undefined): boolean {
  return text !== undefined && (HEAD.test(text) || LINK.test(text))
}
