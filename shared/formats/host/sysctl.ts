import { defineBlockFormat } from '../../model/format'

export interface Sysctl {
  readonly settings: readonly { readonly key: string; readonly value: string; readonly line: number }[]
}

export const sysctl = defineBlockFormat<Sysctl>({
  id: 'host/sysctl',
  title: 'Kernel settings',
  command: 'sysctl -a',
  example: 'net.core.rmem_max = 212992',
  anchors: ['net.core.', 'kernel.numa_balancing', 'vm.max_map_count', 'net.ipv4.', 'kernel.', 'vm.'],
  begins: () => false,
  parse: () => null,
})
