import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { LineCursor } from '../../model/format'

/** `mlxlink`. */
export interface Mlxlink {
  readonly device?: string
  readonly state?: AtLine<string>
  readonly physicalState?: AtLine<string>
  /** `IB-NDR`. */
  readonly speed?: AtLine<string>
  readonly width?: AtLine<string>
  readonly fec?: AtLine<string>
  readonly rawPhysicalBer?: AtLine<string>
  readonly effectivePhysicalBer?: AtLine<string>
  readonly effectivePhysicalErrors?: AtLine<string>
  readonly recommendation?: AtLine<string>
  readonly values: readonly { readonly name: string; readonly value: string; readonly line: number }[]
}

export const mlxlink = defineBlockFormat<Mlxlink>({
  id: 'host/mlxlink',
  title: 'State of a Mellanox link',
  command: 'mlxlink -d mlx5_0',
  example: 'Operational Info',
  anchors: ['Operational Info'],
  begins: (line, _hint, lines) => line.trim() === 'Operational Info' && isRule(lines.peek(1)?.text ?? ''),
  parse(lines) {
    const value: Growing = {
      values: [],
      device: /\s(?:-d|--device)[= ]?(\S{1,64})/.exec(lines.hint.command ?? '')?.[1],
    }
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = PAIR.exec(line.text)
      if (found) readField(value, found, line.number)
      else if (line.text.trim() === '') {
        if (!goesOn(lines)) break
      } else if (!isRule(line.text) && !isRule(lines.peek(1)?.text ?? '')) break
      else if (line.text.trim() === 'Operational Info' && value.values.length > 0) break
      lines.next()
    }
    return value
  },
})

const PAIR = /^([A-Z][\w /()%.,[\]-]{1,60}?)\s*: (.*)$/

type Growing = { -readonly [key in keyof Mlxlink]: key extends 'values' ? Mlxlink['values'][number][] : Mlxlink[key] }

const FIELDS: Readonly<Record<string, Exclude<keyof Mlxlink, 'values' | 'device'>>> = {
  State: 'state',
  'Physical state': 'physicalState',
  Speed: 'speed',
  Width: 'width',
  FEC: 'fec',
  'Raw Physical BER': 'rawPhysicalBer',
  'Effective Physical BER': 'effectivePhysicalBer',
  'Effective Physical Errors': 'effectivePhysicalErrors',
  Recommendation: 'recommendation',
}

function isRule(text: string): boolean {
  return /^-{6,}\s*$/.test(text)
}

function readField(into: Growing, found: RegExpExecArray, line: number): void {
  const name = (found[1] ?? '').trim()
  const value = (found[2] ?? '').trim()
  into.values.push({ name, value, line })
  const field = FIELDS[name]
  if (field && value !== '' && value !== 'N/A') into[field] ??= { value, line }
}

function goesOn(lines: LineCursor): boolean {
  const next = lines.peek(1)?.text ?? ''
  return PAIR.test(next) || (next.trim() !== '' && isRule(lines.peek(2)?.text ?? ''))
}
