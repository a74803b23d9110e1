import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

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
  begins: () => false,
  parse: () => null,
})
