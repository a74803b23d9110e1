import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface IbstatusPort {
  readonly device: string
  readonly port: number
  readonly gid?: AtLine<string>
  readonly lid?: AtLine<number>
  readonly smLid?: AtLine<number>
  /** `ACTIVE`. */
  readonly state?: AtLine<string>
  /** `LinkUp`. */
  readonly physicalState?: AtLine<string>
  /** Gb/s. */
  readonly rate?: AtLine<number>
  /** `4X NDR`: the InfiniBand name of the rate, printed for Ethernet too. */
  readonly rateName?: string
  readonly linkLayer?: AtLine<'InfiniBand' | 'Ethernet'>
  readonly line: number
  readonly endLine: number
}

export interface Ibstatus {
  readonly ports: readonly IbstatusPort[]
}

export const ibstatus = defineBlockFormat<Ibstatus>({
  id: 'host/ibstatus',
  title: 'InfiniBand ports',
  command: 'ibstatus',
  example: "Infiniband device 'mlx5_0' port 1 status:",
  anchors: ["nfiniband device '", "nfiniBand device '"],
  begins: () => false,
  parse: () => null,
})
