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
  begins: (line, _hint, lines) =>
    RELEASE.test(line) ||
    (/^nvcc: NVIDIA/.test(line) && [1, 2, 3, 4].some((i) => RELEASE.test(lines.peek(i)?.text ?? ''))),
  parse(lines) {
    for (let line = lines.next(); line; line = lines.next()) {
      const found = RELEASE.exec(line.text)
      if (!found) continue
      if (/^Build cuda_/.test(lines.peek()?.text ?? '')) lines.next()
      return { release: { value: found[1] ?? '', line: line.number }, version: found[2] }
    }
    return null
  },
})

const RELEASE = /^Cuda compilation tools, release (\d{1,3}\.\d{1,2})(?:, V(\d{1,3}\.\d{1,2}\.\d{1,4}))?/
