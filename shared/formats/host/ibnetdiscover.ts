import { defineBlockFormat } from '../../model/format'
import type { LineCursor } from '../../model/format'
import { wholeNumber } from './support/text'

export interface FabricPort {
  readonly kind: 'switch' | 'ca' | 'router' | 'unknown'
  readonly guid?: string
  readonly lid?: number
  readonly port: number
  readonly name?: string
}

export interface FabricLink {
  readonly from: FabricPort
  /** Undefined for an open port; `4x ???` and SDR there are no fault. */
  readonly to?: FabricPort
  /** 4. */
  readonly width?: number
  /** `NDR`, `SDR`, `???`. */
  readonly speed?: string
  readonly line: number
}

/** `ibnetdiscover`, full form or `-p`: both ends are listed, so each link occurs twice. */
export interface Ibnetdiscover {
  readonly links: readonly FabricLink[]
}

export const ibnetdiscover = defineBlockFormat<Ibnetdiscover>({
  id: 'host/ibnetdiscover',
  title: 'InfiniBand fabric',
  command: 'ibnetdiscover',
  example: 'Switch\t64 "S-0xfc6a1c0300aa0000"\t\t# "sw-leaf-1" enhanced port 0 lid 5 lmc 0',
  anchors: ['Switch	', 'Ca	', 'SW  ', 'CA  ', 'vendid=0x', '# Topology file', '"H-0', '"S-0', ' 4x ', ' 1x ', ' 12x '],
  begins(line) {
    return FLAT.test(line) || HEAD.test(line) || /^(?:vendid=0x[0-9a-f]+|# Topology file: generated on )/.test(line)
  },
  parse(lines, note) {
    const links: FabricLink[] = []
    let from: FabricPort | undefined
    for (let line = lines.peek(); line; line = lines.peek()) {
      const { text, number } = line
      const head = HEAD.exec(text)
      if (head)
        from = {
          kind: kindOf(head[1] ?? ''),
          guid: head[2],
          port: 0,
          name: head[3],
          lid: wholeNumber(/\blid (\d+)/.exec(text)?.[1] ?? ''),
        }
      else {
        const link = readFlat(text, number) ?? readPort(text, from, number)
        if (link) links.push(link)
        else if (text.trim() === '') {
          if (!goesOn(lines)) break
        } else if (!NOISE.test(text)) break
      }
      lines.next()
    }
    if (links.length === 0) note.damaged('no port is listed')
    return { links }
  },
})

// `CA   134  1 0xb7457ba5d2566c34 4x EDR - SW  1719 10 0xea59c0fe0847993a ( 'nodea1 HCA-1' - 'sw-i1l1s01' )`
const FLAT =
  /^(CA|SW|RT)\s+(\d{1,6})\s+(\d{1,3}) (0x[0-9a-f]{8,16}) (\d{1,2})x (\S{1,8})(?:\s+-\s+(CA|SW|RT)\s+(\d{1,6})\s+(\d{1,3}) (0x[0-9a-f]{8,16}) \( '([^']{0,80})' - '([^']{0,80})' \)|\s+'([^']{0,80})')\s*$/
// `Switch	64 "S-0xfc6a1c0300aa0000"		# "sw-leaf-1" enhanced port 0 lid 5 lmc 0`
const HEAD = /^(Switch|Ca|Rt)\s+\d{1,3} "[SHR]-([0-9a-fx]{8,18})"\s+# "([^"]{0,80})"/
// `[1]	"H-0x58a2e10300aabbcc"[1](58a2e10300aabbcc) 		# "node01 HCA-1" lid 134 4xNDR`
const PORT =
  /^\[(\d{1,3})\](?:\([0-9a-fx]+\))?\s+"([SHR])-([0-9a-fx]{8,18})"\[(\d{1,3})\](?:\([0-9a-fx]+\))?\s+# ?(.*)$/
const NOISE = /^(?:#|vendid=|devid=|sysimgguid=|(?:switch|ca|rt)guid=)/

function kindOf(word: string): FabricPort['kind'] {
  if (/^s/i.test(word)) return 'switch'
  if (/^[ch]/i.test(word)) return 'ca'
  return /^r/i.test(word) ? 'router' : 'unknown'
}

function readFlat(text: string, line: number): FabricLink | null {
  const found = FLAT.exec(text)
  if (!found) return null
  const [, kind = '', lid, port, guid, width, speed, toKind, toLid, toPort, toGuid, name, toName, openName] = found
  const from = { kind: kindOf(kind), guid, lid: Number(lid), port: Number(port), name: name ?? openName }
  const to =
    toKind === undefined
      ? undefined
      : { kind: kindOf(toKind), guid: toGuid, lid: Number(toLid), port: Number(toPort), name: toName }
  return { from, to, width: Number(width), speed, line }
}

function readPort(text: string, from: FabricPort | undefined, line: number): FabricLink | null {
  const found = PORT.exec(text)
  if (!found) return null
  const [, port, kind = '', guid, toPort, rest = ''] = found
  const rate = /\b(\d{1,2})x([A-Z]{2,4}\d*)\b/.exec(rest)
  const lids = [...rest.matchAll(/\blid (\d+)/g)].map((lid) => Number(lid[1]))
  const near = lids.length > 1 ? lids[0] : from?.lid
  return {
    from: { ...(from ?? { kind: 'unknown' as const }), port: Number(port), lid: near },
    to: { kind: kindOf(kind), guid, port: Number(toPort), lid: lids.at(-1), name: /"([^"]*)"/.exec(rest)?.[1] },
    width: rate ? Number(rate[1]) : undefined,
    speed: rate?.[2],
    line,
  }
}

function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 3; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '') return FLAT.test(text) || HEAD.test(text) || PORT.test(text) || NOISE.test(text)
  }
  return false
}
