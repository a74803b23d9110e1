import { defineBlockFormat } from '../../model/format'

export interface IbdevRow {
  readonly device: string
  readonly port: number
  readonly netdev: string
  /** State of the IP interface; an InfiniBand port without IPoIB is Down and fine. */
  readonly up: boolean
  /** -v. */
  readonly busId?: string
  readonly card?: string
  readonly firmware?: string
  readonly line: number
}

export interface Ibdev2netdev {
  readonly rows: readonly IbdevRow[]
}

export const ibdev2netdev = defineBlockFormat<Ibdev2netdev>({
  id: 'host/ibdev2netdev',
  title: 'RDMA device to network interface',
  command: 'ibdev2netdev',
  example: 'mlx5_0 port 1 ==> ibp26s0 (Up)',
  anchors: [' ==> '],
  begins: () => false,
  parse: () => null,
})
