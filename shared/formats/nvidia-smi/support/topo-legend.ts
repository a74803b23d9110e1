import type { LineCursor, Note } from '../../../model/format'
import { isBlank, isElision, tidy } from './tidy'

/** What stands below a topology matrix. All of it is optional: pastes are cut, translated, wrapped. */
export interface TopoLegend {
  /** `NV#` is explained; undefined when no legend was read, or when it may have been cut before that line. */
  readonly hasNvLink?: boolean
  /** `OK = Status Ok`: the legend of -p2p. */
  readonly isP2p: boolean
  /** RDMA device by matrix name: NIC0 -> mlx5_0. */
  readonly nics: ReadonlyMap<string, string>
}

const KEY = /^(X|SYS|NODE|PHB|PXB|PIX|NV#|SOC|PSB|OK|CNS|GNS|TNS|NS|DR|U)\s*=/
const NIC = /^(NIC\d{1,3})\s*:\s*(\S{1,64})/
// The sentences of the legend over all drivers: a wrapped line continues one of them.
const SENTENCES = [
  'Self',
  'Connection traversing PCIe as well as the SMP interconnect between NUMA nodes (e.g., QPI/UPI)',
  'Connection traversing PCIe as well as the SMP link between CPU sockets (e.g. QPI)',
  'Connection traversing PCIe as well as the SMP link between CPU sockets(e.g. QPI)',
  'Connection traversing PCIe as well as the interconnect between PCIe Host Bridges within a NUMA node',
  'Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)',
  'Connection traversing multiple PCIe bridges (without traversing the PCIe Host Bridge)',
  'Connection traversing multiple PCIe switches (without traversing the PCIe Host Bridge)',
  'Connection traversing multiple PCIe internal switches',
  'Connection traversing at most a single PCIe bridge',
  'Connection traversing a single PCIe switch',
  'Connection traversing a single on-board PCIe switch',
  'Connection traversing a bonded set of # NVLinks',
].map((sentence) => sentence.replace(/\s+/g, ''))

export function takeLegend(lines: LineCursor, note: Note): TopoLegend {
  const nics = new Map<string, string>()
  const keys = new Set<string>()
  let goesOn = false
  for (;;) {
    const skip = blanksAhead(lines, 4)
    const line = lines.peek(skip)
    if (!line) break
    const text = tidy(line.text).trim()
    const key = KEY.exec(text)?.[1]
    const nic = NIC.exec(text)
    const heading = /^(?:NIC )?Legend\s*:/.test(text)
    const wrapped = keys.size > 0 && skip === 0 && isWrapped(text)
    if (!key && !nic && !heading && !wrapped && !(isElision(text) && keys.size > 0)) {
      goesOn = true
      break
    }
    // Blank lines belong to the block only with something of the block below them.
    for (let i = 0; i <= skip; i++) lines.next()
    if (key) keys.add(key)
    if (nic?.[1] && nic[2]) nics.set(nic[1], nic[2])
    if (heading && keys.size > 0) goesOn = true
    if (nic && !/^NIC\d{1,3}\s*:\s*\S+$/.test(text)) note.remark('words behind a legend entry', line)
  }
  // PIX stands right above NV#: when the text ends there, the NV# line may have been cut.
  const knows = keys.has('NV#') || (keys.has('PIX') && goesOn)
  return { isP2p: keys.has('OK'), nics, ...(knows && { hasNvLink: keys.has('NV#') }) }
}

export function blanksAhead(lines: LineCursor, most: number): number {
  let skip = 0
  while (skip < most) {
    const line = lines.peek(skip)
    if (!line || !isBlank(line.text)) break
    skip++
  }
  return skip
}

function isWrapped(text: string): boolean {
  const squeezed = text.replace(/\s+/g, '')
  return squeezed.length >= 2 && squeezed.length < 100 && SENTENCES.some((sentence) => sentence.includes(squeezed))
}
