import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface IbstatPort {
  readonly port: number
  readonly state?: AtLine<string>
  readonly physicalState?: AtLine<string>
  /** Gb/s of the whole port as printed; a port that is down shows 10, 40 or 2.5, which is no speed. */
  readonly rate?: AtLine<number>
  readonly lid?: AtLine<number>
  readonly smLid?: AtLine<number>
  readonly portGuid?: AtLine<string>
  readonly linkLayer?: AtLine<'InfiniBand' | 'Ethernet'>
  readonly line: number
}

export interface IbstatAdapter {
  /** `mlx5_0`. */
  readonly device: string
  readonly caType?: AtLine<string>
  readonly firmware?: AtLine<string>
  readonly nodeGuid?: AtLine<string>
  readonly systemImageGuid?: AtLine<string>
  readonly numberOfPorts?: AtLine<number>
  readonly ports: readonly IbstatPort[]
  readonly line: number
  readonly endLine: number
}

export interface Ibstat {
  readonly adapters: readonly IbstatAdapter[]
  /** Ends with `ibpanic`: what would follow is unknown, not absent. */
  readonly aborted?: AtLine<string>
}

export const ibstat = defineBlockFormat<Ibstat>({
  id: 'host/ibstat',
  title: 'InfiniBand adapters',
  command: 'ibstat',
  example: "CA 'mlx5_0'",
  anchors: ["CA 'mlx", "CA '", 'stat of IB device'],
  begins: () => false,
  parse: () => null,
})
