import { defineBlockFormat } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'

export interface IbdevRow {
  readonly device: string
  readonly port: number
  readonly netdev: string
  /** State of the IP interface; an InfiniBand port without IPoIB is Down and fine. */
  readonly up: boolean
  /** -v. */
  readonly busId?: string
  readonly card?: string
  readonly firmware?: string
  readonly line: number
}

export interface Ibdev2netdev {
  readonly rows: readonly IbdevRow[]
}

export const ibdev2netdev = defineBlockFormat<Ibdev2netdev>({
  id: 'host/ibdev2netdev',
  title: 'RDMA device to network interface',
  command: 'ibdev2netdev',
  example: 'mlx5_0 port 1 ==> ibp26s0 (Up)',
  anchors: [' ==> '],
  begins: (line) => readRow(line, 0) !== null,
  parse(lines) {
    const rows: IbdevRow[] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const row = readRow(line.text, line.number)
      if (!row) break
      rows.push(row)
      lines.next()
    }
    return { rows }
  },
})

const PLAIN = /^\s*([\w.-]{1,64}) port (\d{1,3}) ==> ([\w.@-]{1,32}) \((Up|Down)\)(?: .{0,40})?\s*$/
// -v: `0000:17:00.0 mlx5_0 (MT4129 - MCX75310AAS-NEAT) NVIDIA ConnectX-7 ... fw 28.39.1002 port 1 (ACTIVE) ==> ibp23s0 (Up)`
const VERBOSE =
  /^\s*([0-9a-f:]{5,13}\.[0-7]) ([\w.-]{1,64}) \(([^()]{1,80})\) (?:.{0,300} )?fw ([\w.]{3,20}) port (\d{1,3}) \(\w+ *\) ==> ([\w.@-]{1,32}) \((Up|Down)\)(?: .{0,40})?\s*$/

function readRow(text: string, line: number): IbdevRow | null {
  const plain = PLAIN.exec(text)
  if (plain)
    return { device: plain[1] ?? '', port: Number(plain[2]), netdev: plain[3] ?? '', up: plain[4] === 'Up', line }
  const full = VERBOSE.exec(text)
  if (!full) return null
  const [, bus = '', device = '', card, firmware, port, netdev = '', state] = full
  return { device, port: Number(port), netdev, up: state === 'Up', busId: normaliseBusId(bus), card, firmware, line }
}
