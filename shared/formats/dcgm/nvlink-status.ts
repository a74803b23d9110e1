import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { LinkState } from '../../model/gpu'

export interface DcgmLinkRow {
  /** gpuId, or physical id of a switch. */
  readonly id: number
  /** One state a printed column; the number of columns is that of the DCGM release, not of the GPU. */
  readonly states: readonly LinkState[]
  readonly line: number
  /** Line of the letters. */
  readonly rowLine: number
}

/** `dcgmi nvlink -s`. Unused ports of a switch are D, X or _ in healthy systems. */
export interface DcgmNvlinkStatus {
  readonly gpus: readonly DcgmLinkRow[]
  readonly switches: readonly DcgmLinkRow[]
  /** From the row width: 12 is 2.x, 18 is 3.x to 4.5, 36 is 4.6 and later. */
  readonly generation: '2.x' | '3.x-4.5' | '4.6+' | 'unknown'
  /** `No NvSwitches found.`: DCGM sees none, which is no proof that there is none. */
  readonly switchesNotFound?: AtLine<boolean>
}

export const dcgmNvlinkStatus = defineBlockFormat<DcgmNvlinkStatus>({
  id: 'dcgm/nvlink-status',
  title: 'NVLink state of every link',
  command: 'dcgmi nvlink -s',
  example: '|  NvLink Link Status  |',
  anchors: ['NvLink Link Status', 'gpuId '],
  begins: () => false,
  parse: () => null,
})
