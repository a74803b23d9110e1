import type { SourceRef } from './source'

export type TopologyDeviceKind = 'gpu' | 'nic'

export interface TopologyDevice {
  /** As the matrix names it: `GPU0`, `NIC3`, `mlx5_0`. */
  readonly name: string
  readonly kind: TopologyDeviceKind
  /** RDMA device from the NIC legend, or the name itself in old layouts: `mlx5_4`. */
  readonly device?: string
  /** Row of the device; undefined when the capture has no row for it (cut). */
  readonly line?: number
  readonly cpuAffinity?: string
  readonly numaAffinity?: string
  readonly gpuNumaId?: string
}

/**
 * `nvidia-smi topo -m` (or -mp) as captured. `cells[row][column]` in order of `devices`; both directions are kept, since NV#
 * of an NVSwitch machine belongs to the row's GPU. A cell is a token (`X NV18 PIX PXB PHB NODE SYS SOC N/A UNK`), or '' when
 * the capture does not show it.
 */
export interface TopologyMatrix {
  readonly devices: readonly TopologyDevice[]
  readonly cells: readonly (readonly string[])[]
  /** -mp ignores NVLink: then "no NV#" says nothing. Unknown when neither command nor legend tells. */
  readonly form: 'matrix' | 'matrix-pci' | 'unknown'
  /** The legend stands below and has its NV# line; undefined without a legend. */
  readonly legendHasNvLink?: boolean
  /** Rows or columns are missing, or a cell was guessed. */
  readonly damaged: boolean
  /** `122 NICs found in the topology, only displaying 62`. */
  readonly nicsFound?: number
  readonly headerLine?: number
}

export interface Topology extends TopologyMatrix {
  readonly source: SourceRef
}
