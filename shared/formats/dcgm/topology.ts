import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** The nvidia-smi word of a PCIe phrase; a "CPU-level link" may be NODE or SYS, the text does not tell. */
export type DcgmPathLevel = 'PIX' | 'PXB' | 'PHB' | 'NODE-or-SYS' | 'unknown'

export interface DcgmPath {
  readonly gpu: number
  readonly level?: DcgmPathLevel
  /** Number of NVLinks of the pair, if the row names any. */
  readonly nvlinks?: number
  /** Link numbers at this GPU. */
  readonly links: readonly number[]
  readonly text: string
  readonly line: number
}

/** `dcgmi topo`. */
export interface DcgmTopology {
  readonly gpu?: number
  readonly group?: string
  readonly cpuAffinity?: AtLine<string>
  readonly paths: readonly DcgmPath[]
  readonly numaOptimal?: AtLine<boolean>
  readonly worstPath?: AtLine<string>
}

export const dcgmTopology = defineBlockFormat<DcgmTopology>({
  id: 'dcgm/topology',
  title: 'DCGM topology of a GPU or group',
  command: 'dcgmi topo --gpuid 0',
  example: '| Topology Information                                                    |',
  anchors: ['Topology Information'],
  begins: () => false,
  parse: () => null,
})
