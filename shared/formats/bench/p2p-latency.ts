import { defineBlockFormat, type Line, type LineCursor, type Note } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'
import { detach } from '../../segment/detach'
import type { BenchDevice, P2pLatencyTest, P2pMatrix } from './bench-types'
import { readColumnRow, takeMatrix } from './support/matrix'

const LOOK_AHEAD = 8

const TITLE = '[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]'
// Device: 0, NVIDIA H100, pciBusID: 1b, pciDeviceID: 0, pciDomainID:0
const DEVICE =
  /^Device: (\d{1,3}), (.{1,120}?), pciBusID: ([0-9a-f]{1,4}), pciDeviceID: ([0-9a-f]{1,4}), pciDomainID: ?([0-9a-f]{1,8})/
// Device=0 CAN Access Peer Device=1      Device=0 CANNOT Access Peer Device=1
const ACCESS = /^Device=(\d{1,3}) (CAN|CANNOT) Access Peer Device=(\d{1,3})/
const MATRIX = /^(?:P2P Connectivity Matrix|(?:Uni|Bi)directional P2P=(?:Disabled|Enabled)|P2P=(?:Disabled|Enabled) )/
const NOTES = ['***NOTE', 'NOTE: The CUDA Samples', 'So you can see', '(latency)', 'Results may vary', 'Test PASSED']

/**
 * p2pBandwidthLatencyTest of the CUDA samples. Bandwidth in GB/s (1e9), latency in microseconds; the diagonal is a copy inside one
 * GPU. Device order is CUDA's (CUDA_VISIBLE_DEVICES), so devices are joined by their bus id. The three ids are hex without 0x.
 */
export const p2pLatency = defineBlockFormat<P2pLatencyTest>({
  id: 'bench/p2p-latency',
  title: 'p2pBandwidthLatencyTest',
  command: 'p2pBandwidthLatencyTest',
  example: '[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]',
  anchors: [TITLE, ', pciBusID: ', 'P2P Connectivity Matrix', 'P2P=Disabled', 'P2P=Enabled', ' Access Peer Device='],
  begins: (line) => {
    const text = line.trim()
    return (
      text.startsWith(TITLE) || DEVICE.test(text) || ACCESS.test(text) || (MATRIX.test(text) && text.includes('Matrix'))
    )
  },
  parse,
})

function parse(lines: LineCursor, note: Note): P2pLatencyTest {
  const devices: BenchDevice[] = []
  const access: P2pLatencyTest['access'][number][] = []
  const matrices: P2pMatrix[] = []
  let complete = false
  let damaged = false
  let started = false
  for (;;) {
    const offset = nextOwn(lines, started)
    if (offset < 0) break
    for (let i = 0; i < offset; i++) {
      const skipped = lines.next()
      if (skipped && skipped.text.trim() !== '') note.unread(skipped)
    }
    const line = lines.next()
    if (!line) break
    started = true
    const text = line.text.trim()
    const device = DEVICE.exec(text)
    const peer = ACCESS.exec(text)
    if (device) devices.push(deviceOf(device, line.number))
    else if (peer)
      access.push({ line: line.number, from: Number(peer[1]), to: Number(peer[3]), can: peer[2] === 'CAN' })
    else if (MATRIX.test(text)) {
      const found = takeTables(lines, note, line, text)
      if (found.length === 0) note.damaged('the matrix is missing', line)
      damaged ||= found.length === 0 || found.some(({ cut }) => cut)
      matrices.push(...found.map(({ matrix }) => matrix))
    } else if (text.startsWith('NOTE: The CUDA Samples')) complete = true
  }
  return { devices, access, matrices, complete, damaged }
}

function nextOwn(lines: LineCursor, started: boolean): number {
  for (let offset = 0; offset < LOOK_AHEAD; offset++) {
    const text = lines.peek(offset)?.text.trim()
    if (text === undefined) return -1
    if (started && text.startsWith(TITLE)) return -1
    if (/^(?:\$ |\S+@\S+[$#])/.test(text)) return -1
    if (
      text.startsWith(TITLE) ||
      DEVICE.test(text) ||
      ACCESS.test(text) ||
      MATRIX.test(text) ||
      NOTES.some((start) => text.startsWith(start))
    )
      return offset
  }
  return -1
}

function deviceOf(found: RegExpExecArray, line: number): BenchDevice {
  const [, index, name, bus, device, domain] = found
  return {
    line,
    index: Number(index),
    name: detach(name ?? ''),
    busId: normaliseBusId(`${domain ?? '0'}:${bus ?? ''}:${device ?? '0'}.0`),
  }
}

/** One table, or two below a latency title: as the GPU and as the CPU measured it. */
function takeTables(
  lines: LineCursor,
  note: Note,
  head: Line,
  title: string,
): readonly { matrix: P2pMatrix; cut: boolean }[] {
  const latency = title.includes('Latency')
  const connectivity = title.startsWith('P2P Connectivity')
  const found: { matrix: P2pMatrix; cut: boolean }[] = []
  for (;;) {
    const next = lines.peek()
    const blank = next?.text.trim() === ''
    const columns = blank ? lines.peek(1) : next
    const row = columns ? readColumnRow(columns.text) : undefined
    if (!row || (found.length > 0 && row.corner !== 'CPU' && row.corner !== 'GPU')) break
    if (blank) lines.next()
    const table = takeMatrix(lines, note, title, connectivity ? 'none' : latency ? 'us' : 'GB/s')
    if (!table) break
    const side = table.corner === 'GPU' || table.corner === 'CPU' ? table.corner : undefined
    found.push({
      cut: table.cut,
      matrix: {
        ...table.matrix,
        line: found.length === 0 ? head.number : table.matrix.line,
        kind: connectivity ? 'connectivity' : latency ? 'latency' : 'bandwidth',
        p2p: title.includes('P2P=Enabled') ? 'enabled' : title.includes('P2P=Disabled') ? 'disabled' : undefined,
        direction: title.startsWith('Uni') ? 'unidirectional' : title.startsWith('Bi') ? 'bidirectional' : undefined,
        access: title.includes('P2P Writes') ? 'writes' : title.includes('P2P Reads') ? 'reads' : undefined,
        side,
      },
    })
    if (!latency) break
  }
  return found
}
