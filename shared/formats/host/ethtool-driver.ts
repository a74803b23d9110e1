import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** `ethtool -i IF`; the interface stands in the command line only. */
export interface EthtoolDriver {
  readonly netdev?: string
  readonly driver?: AtLine<string>
  readonly version?: AtLine<string>
  readonly firmware?: AtLine<string>
  /** Normalised. */
  readonly busId?: AtLine<string>
}

export const ethtoolDriver = defineBlockFormat<EthtoolDriver>({
  id: 'host/ethtool-driver',
  title: 'Driver of a network interface',
  command: 'ethtool -i ens1f0np0',
  example: 'driver: mlx5_core',
  anchors: ['driver: '],
  begins: () => false,
  parse: () => null,
})
