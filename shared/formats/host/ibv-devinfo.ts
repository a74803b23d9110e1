import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface IbvPort {
  readonly port: number
  /** `PORT_ACTIVE`. */
  readonly state?: AtLine<string>
  readonly physicalState?: AtLine<string>
  readonly activeMtu?: AtLine<number>
  readonly maxMtu?: AtLine<number>
  readonly lid?: AtLine<number>
  readonly smLid?: AtLine<number>
  readonly linkLayer?: AtLine<'InfiniBand' | 'Ethernet'>
  /** Gb/s: speed of a lane times width (-v only). */
  readonly rate?: AtLine<number>
  readonly gids: readonly {
    readonly index: number
    readonly gid: string
    readonly version?: string
    readonly line: number
  }[]
  readonly line: number
}

export interface IbvDevice {
  readonly device: string
  readonly firmware?: AtLine<string>
  readonly nodeGuid?: AtLine<string>
  readonly systemImageGuid?: AtLine<string>
  /** Decimal part id turned to a CA type: `MT4129`. */
  readonly caType?: AtLine<string>
  readonly boardId?: AtLine<string>
  readonly transport?: AtLine<string>
  readonly ports: readonly IbvPort[]
  readonly line: number
  readonly endLine: number
}

export interface IbvDevinfo {
  readonly devices: readonly IbvDevice[]
  /** `No IB devices found`. */
  readonly none?: AtLine<boolean>
}

export const ibvDevinfo = defineBlockFormat<IbvDevinfo>({
  id: 'host/ibv-devinfo',
  title: 'RDMA devices',
  command: 'ibv_devinfo -v',
  example: 'hca_id:\tmlx5_0',
  anchors: ['hca_id:'],
  begins: () => false,
  parse: () => null,
})
