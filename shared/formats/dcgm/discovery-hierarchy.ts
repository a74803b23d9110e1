import { defineBlockFormat } from '../../model/format'
import { beginsTree, readTree } from './support/tree'

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
  anchors: ['Instance Hierarchy', '+---'],
  begins: (line, _hint, lines) => beginsTree(line, lines, (text) => text.includes('| Instance Hierarchy')),
  parse(lines, note) {
    const tree = readTree(lines, note)
    return {
      instances: tree.rows.flatMap(({ name, values, line }) => {
        const text = values[0] ?? ''
        const entityId = /\(EntityID: (\d+)\)/.exec(text)?.[1]
        const uuid = /\b((?:GPU|MIG)-[0-9A-Za-z-]+)/.exec(text)?.[1]
        const found = /^(GPU|I|CI) (\d+(?:\/\d+)*)$/.exec(name)
        const kind = KINDS[found?.[1] ?? '']
        if (!found || !kind) return []
        return [
          { kind, path: found[2] ?? '', entityId: entityId === undefined ? undefined : Number(entityId), uuid, line },
        ]
      }),
    }
  },
})

const KINDS: Readonly<Record<string, DcgmInstance['kind']>> = { GPU: 'gpu', I: 'gpu-instance', CI: 'compute-instance' }
