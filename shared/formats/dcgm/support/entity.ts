/** What DCGM counts: a GPU, a MIG instance, an NVSwitch, one NVLink, a Grace CPU or core, a ConnectX adapter. */
export type DcgmEntityKind =
  'gpu' | 'gpu-instance' | 'compute-instance' | 'switch' | 'link' | 'cpu' | 'cpu-core' | 'connectx' | 'vgpu' | 'unknown'

export interface DcgmEntity {
  readonly kind: DcgmEntityKind
  /** DCGM's own number: a gpuId is mostly, not always, the index of nvidia-smi; of MIG instances it is the EntityID. */
  readonly id: number
  /** Of a link in DCGM 4.6 and later: whose link it is. Before, the id packs type, owner and port. */
  readonly owner?: { readonly kind: 'gpu' | 'switch'; readonly id: number }
  readonly text: string
}
