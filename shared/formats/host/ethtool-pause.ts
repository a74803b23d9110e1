import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** `ethtool -a IF`. */
export interface EthtoolPause {
  readonly netdev: string
  readonly autonegotiate?: AtLine<boolean>
  readonly rx?: AtLine<boolean>
  readonly tx?: AtLine<boolean>
}

export const ethtoolPause = defineBlockFormat<EthtoolPause>({
  id: 'host/ethtool-pause',
  title: 'Flow control of a network interface',
  command: 'ethtool -a ens1f0np0',
  example: 'Pause parameters for ens1f0np0:',
  anchors: ['Pause parameters for '],
  begins: () => false,
  parse: () => null,
})
