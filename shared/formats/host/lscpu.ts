import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

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
  anchors: ['Architecture:', 'CPU op-mode', 'NUMA node0 CPU(s):', 'Model name:'],
  begins: () => false,
  parse: () => null,
})
