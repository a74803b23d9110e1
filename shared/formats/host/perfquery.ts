import { defineBlockFormat } from '../../model/format'

export interface PerfqueryPort {
  readonly lid?: number
  readonly port?: number
  /** Totals; PortXmitData and PortRcvData in 4-byte words, PortXmitWait in ticks. */
  readonly counters: readonly { readonly name: string; readonly value: number; readonly line: number }[]
  readonly line: number
}

export interface Perfquery {
  readonly ports: readonly PerfqueryPort[]
}

export const perfquery = defineBlockFormat<Perfquery>({
  id: 'host/perfquery',
  title: 'Counters of an InfiniBand port',
  command: 'perfquery -x 2052 1',
  example: '# Port extended counters: Lid 2052 port 1 (CapMask: 0x5300 CapMask2: 0x0000002)',
  anchors: ['ounters: Lid '],
  begins: (line) => HEAD.test(line),
  parse(lines) {
    const ports: {
      lid?: number
      port?: number
      counters: { name: string; value: number; line: number }[]
      line: number
    }[] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const head = HEAD.exec(line.text)
      const found = COUNTER.exec(line.text)
      if (head) ports.push({ lid: Number(head[1]), port: Number(head[2]), counters: [], line: line.number })
      else if (found) {
        const value = Number(found[2])
        if (Number.isFinite(value)) ports.at(-1)?.counters.push({ name: found[1] ?? '', value, line: line.number })
      } else if (line.text.trim() !== '' || !HEAD.test(lines.peek(1)?.text ?? '')) break
      lines.next()
    }
    return { ports }
  },
})

const HEAD = /^# Port (?:extended )?counters: Lid (\d{1,6}) port (\d{1,3})\b/
// `SymbolErrorCounter:..............0`
const COUNTER = /^([A-Za-z][\w]{2,48}):\.{2,60}(0x[0-9a-f]{1,16}|\d{1,20})\s*$/
