import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import { keyValue, wholeNumber } from './support/text'

export interface Lscpu {
  readonly architecture?: AtLine<string>
  readonly vendor?: AtLine<string>
  readonly modelName?: AtLine<string>
  readonly cpus?: AtLine<number>
  readonly sockets?: AtLine<number>
  readonly coresPerSocket?: AtLine<number>
  readonly threadsPerCore?: AtLine<number>
  readonly numaNodes?: AtLine<number>
  readonly numaCpus: readonly { readonly node: number; readonly cpus: string; readonly line: number }[]
  /** Hypervisor vendor: this is a guest. */
  readonly hypervisor?: AtLine<string>
  readonly virtualizationType?: AtLine<string>
  /** VT-x or AMD-V: what the CPU offers, no sign of a guest. */
  readonly virtualization?: AtLine<string>
}

export const lscpu = defineBlockFormat<Lscpu>({
  id: 'host/lscpu',
  title: 'CPU',
  command: 'lscpu',
  example: 'Architecture:            x86_64',
  anchors: ['Architecture:', 'CPU op-mode', 'NUMA node', 'Model name:', 'Vendor ID:'],
  begins(line, _hint, lines) {
    if (
      !/^(?:Architecture|CPU op-mode\(s\)|Vendor ID|Model name|NUMA node\(s\)|NUMA node0 CPU\(s\)):/.test(
        line.trimStart(),
      )
    )
      return false
    return isKey(line) && (/^(?:Architecture|CPU op|NUMA)/.test(line.trimStart()) || isKey(lines.peek(1)?.text ?? ''))
  },
  parse(lines, note) {
    const value: Growing = { numaCpus: [] }
    for (let line = lines.peek(); line; line = lines.peek()) {
      if (!isKey(line.text)) {
        // Flags get wrapped: long lines of lower-case words.
        if (!/^\s*[a-z][a-z0-9_]+(?: [a-z][a-z0-9_]+){3,}\s*$/.test(line.text)) break
      } else if (value.architecture && /^\s*Architecture:/.test(line.text)) break
      else readField(value, line.text, line.number)
      lines.next()
    }
    const { numaNodes, numaCpus } = value
    if (numaNodes && numaCpus.length > 0 && numaCpus.length < numaNodes.value) note.damaged('NUMA nodes are missing')
    return value
  },
})

type Growing = { -readonly [key in keyof Lscpu]: key extends 'numaCpus' ? Lscpu['numaCpus'][number][] : Lscpu[key] }

const KEYS = new Set([
  'Architecture',
  'CPU op-mode(s)',
  'Address sizes',
  'Byte Order',
  'CPU(s)',
  'On-line CPU(s) list',
  'Off-line CPU(s) list',
  'Vendor ID',
  'BIOS Vendor ID',
  'BIOS Model name',
  'BIOS CPU family',
  'Model name',
  'CPU family',
  'Model',
  'Thread(s) per core',
  'Core(s) per socket',
  'Core(s) per cluster',
  'Socket(s)',
  'Cluster(s)',
  'Book(s)',
  'Drawer(s)',
  'Stepping',
  'Frequency boost',
  'CPU max MHz',
  'CPU min MHz',
  'CPU MHz',
  'CPU(s) scaling MHz',
  'BogoMIPS',
  'Flags',
  'Virtualization',
  'Virtualization type',
  'Hypervisor vendor',
  'Hypervisor',
  'L1d cache',
  'L1i cache',
  'L2 cache',
  'L3 cache',
  'L4 cache',
  'NUMA node(s)',
  'Dispatching mode',
  'Physical sockets',
  'Physical chips',
  'Physical cores/chip',
  'Machine type',
  'CPU dynamic MHz',
  'CPU static MHz',
  'Virtualization features',
  'Caches (sum of all)',
  'Caches',
  'NUMA',
  'Vulnerabilities',
])

/** Only lscpu's own keys: other outputs are `key: value` text too. Keys are localised; only the English ones are known. */
function isKey(text: string): boolean {
  const pair = keyValue(text)
  return (
    pair !== null &&
    (KEYS.has(pair.key) ||
      /^(?:NUMA node\d{1,4} CPU\(s\)|Vulnerability .{1,40})$/.test(pair.key) ||
      VULNERABILITIES.has(pair.key))
  )
}

// Indented under `Vulnerabilities:` in util-linux 2.37 and later.
const VULNERABILITIES = new Set([
  'Gather data sampling',
  'Ghostwrite',
  'Indirect target selection',
  'Itlb multihit',
  'L1tf',
  'Mds',
  'Meltdown',
  'Mmio stale data',
  'Old microcode',
  'Reg file data sampling',
  'Retbleed',
  'Spec rstack overflow',
  'Spec store bypass',
  'Spectre v1',
  'Spectre v2',
  'Srbds',
  'Tsa',
  'Tsx async abort',
  'Vmscape',
])

function readField(into: Growing, text: string, line: number): void {
  const pair = keyValue(text)
  if (!pair || pair.value === '' || pair.value === '-') return
  const { key, value } = pair
  const number = wholeNumber(value)
  const at = number === undefined ? undefined : { value: number, line }
  const numa = /^NUMA node(\d{1,4}) CPU/.exec(key)?.[1]
  if (numa !== undefined) into.numaCpus.push({ node: Number(numa), cpus: value, line })
  else if (key === 'Architecture') into.architecture = { value, line }
  else if (key === 'Vendor ID') into.vendor = { value, line }
  else if (key === 'Model name') into.modelName ??= { value, line }
  else if (key === 'CPU(s)') into.cpus = at
  else if (key === 'Socket(s)') into.sockets = at
  else if (key === 'Core(s) per socket') into.coresPerSocket = at
  else if (key === 'Thread(s) per core') into.threadsPerCore = at
  else if (key === 'NUMA node(s)') into.numaNodes = at
  else if (key === 'Hypervisor vendor' || key === 'Hypervisor') into.hypervisor = { value, line }
  else if (key === 'Virtualization type') into.virtualizationType = { value, line }
  else if (key === 'Virtualization') into.virtualization = { value, line }
}
