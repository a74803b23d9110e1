import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface Nvcc {
  /** `12.4`. */
  readonly release: AtLine<string>
  /** `12.4.131`. */
  readonly version?: string
}

export const nvcc = defineBlockFormat<Nvcc>({
  id: 'host/nvcc',
  title: 'CUDA compiler',
  command: 'nvcc --version',
  example: 'Cuda compilation tools, release 12.4, V12.4.131',
  anchors: ['nvcc: NVIDIA', 'Cuda compilation tools'],
  begins: () => false,
  parse: () => null,
})
