import { defineBlockFormat } from '../../model/format'

export interface DcgmInstance {
  readonly kind: 'gpu' | 'gpu-instance' | 'compute-instance'
  /** `0`, `0/1`, `0/1/0`: NVML index, instance id, compute instance id. */
  readonly path: string
  /** The number that dmon prints. */
  readonly entityId?: number
  readonly uuid?: string
  readonly line: number
}

/** `dcgmi discovery -c`; instances exist with MIG only. */
export interface DcgmHierarchy {
  readonly instances: readonly DcgmInstance[]
}

export const dcgmDiscoveryHierarchy = defineBlockFormat<DcgmHierarchy>({
  id: 'dcgm/discovery-hierarchy',
  title: 'MIG instances that DCGM sees',
  command: 'dcgmi discovery -c',
  example: '| Instance Hierarchy                                                           |',
  anchors: ['Instance Hierarchy'],
  begins: () => false,
  parse: () => null,
})
