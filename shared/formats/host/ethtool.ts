import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** `ethtool IF`. */
export interface Ethtool {
  readonly netdev: string
  /** Mb/s; undefined for `Unknown!`. */
  readonly speed?: AtLine<number>
  readonly duplex?: string
  readonly port?: string
  readonly lanes?: number
  readonly autoNegotiation?: boolean
  readonly linkDetected?: AtLine<boolean>
}

export const ethtool = defineBlockFormat<Ethtool>({
  id: 'host/ethtool',
  title: 'Settings of a network interface',
  command: 'ethtool ens1f0np0',
  example: 'Settings for ens1f0np0:',
  anchors: ['Settings for '],
  begins: () => false,
  parse: () => null,
})
