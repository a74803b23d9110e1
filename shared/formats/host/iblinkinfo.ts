import { defineBlockFormat } from '../../model/format'

export interface IbLink {
  /** Name of the near side as its head line says. */
  readonly from?: string
  readonly lid?: number
  readonly port?: number
  readonly width?: number
  /** Gb/s a lane. */
  readonly laneRate?: number
  readonly state?: string
  readonly physicalState?: string
  readonly to?: { readonly lid?: number; readonly port?: number; readonly name?: string }
  /** `Could be 106.25 Gbps`: a degraded link. */
  readonly note?: string
  readonly line: number
}

export interface Iblinkinfo {
  readonly links: readonly IbLink[]
}

export const iblinkinfo = defineBlockFormat<Iblinkinfo>({
  id: 'host/iblinkinfo',
  title: 'InfiniBand links',
  command: 'iblinkinfo',
  example: '   12   34[  ] ==( 4X 53.125 Gbps Active/  LinkUp)==>       5    1[  ] "node01 HCA-1" ( )',
  anchors: [' ==( ', '==(', 'Switch: 0x', 'CA: '],
  begins: () => false,
  parse: () => null,
})
