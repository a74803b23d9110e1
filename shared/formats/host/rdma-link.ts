import { defineBlockFormat } from '../../model/format'

export interface RdmaLinkRow {
  readonly device: string
  readonly port: number
  readonly state?: string
  readonly physicalState?: string
  readonly netdev?: string
  readonly lid?: number
  readonly smLid?: number
  readonly line: number
}

export interface RdmaLink {
  readonly rows: readonly RdmaLinkRow[]
}

export const rdmaLink = defineBlockFormat<RdmaLink>({
  id: 'host/rdma-link',
  title: 'RDMA links',
  command: 'rdma link',
  example: 'link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0',
  anchors: ['physical_state '],
  begins: () => false,
  parse: () => null,
})
