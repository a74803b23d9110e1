import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface GidRow {
  readonly device: string
  readonly port: number
  readonly index: number
  readonly gid: string
  readonly ipv4?: string
  /** `v1`, `v2`. */
  readonly version?: string
  readonly netdev?: string
  /** fe80: does not route. */
  readonly linkLocal: boolean
  readonly line: number
}

export interface ShowGids {
  readonly rows: readonly GidRow[]
  readonly found?: AtLine<number>
}

export const showGids = defineBlockFormat<ShowGids>({
  id: 'host/show-gids',
  title: 'RDMA addresses (GIDs)',
  command: 'show_gids',
  example: 'DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV',
  anchors: ['INDEX', 'n_gids_found'],
  begins: () => false,
  parse: () => null,
})
