import { defineBlockFormat } from '../../model/format'

export interface FabricPort {
  readonly kind: 'switch' | 'ca' | 'router' | 'unknown'
  readonly guid?: string
  readonly lid?: number
  readonly port: number
  readonly name?: string
}

export interface FabricLink {
  readonly from: FabricPort
  /** Undefined for an open port; `4x ???` and SDR there are no fault. */
  readonly to?: FabricPort
  /** 4. */
  readonly width?: number
  /** `NDR`, `SDR`, `???`. */
  readonly speed?: string
  readonly line: number
}

/** `ibnetdiscover`, full form or `-p`: both ends are listed, so each link occurs twice. */
export interface Ibnetdiscover {
  readonly links: readonly FabricLink[]
}

export const ibnetdiscover = defineBlockFormat<Ibnetdiscover>({
  id: 'host/ibnetdiscover',
  title: 'InfiniBand fabric',
  command: 'ibnetdiscover',
  example: 'Switch\t64 "S-0xfc6a1c0300aa0000"\t\t# "sw-leaf-1" enhanced port 0 lid 5 lmc 0',
  anchors: ['Switch\t', 'Ca\t', 'SW  ', 'CA  ', 'vendid=0x'],
  begins: () => false,
  parse: () => null,
})
