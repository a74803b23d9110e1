import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { SmiVersion } from './support/small-types'
import { isBlank, tidy } from './support/tidy'

/**
 * `nvidia-smi --version`. R610 prints `Deprecated, see "KMD version" instead` behind the old names.
 *
 *     NVIDIA-SMI version  : 590.48.01
 *     NVML version        : 590.48
 *     DRIVER version      : 590.48.01
 *     CUDA Version        : 13.1
 */
export const smiVersion = defineBlockFormat<SmiVersion>({
  id: 'nvidia-smi/version',
  title: 'Versions',
  command: 'nvidia-smi --version',
  example: 'NVIDIA-SMI version  : 590.48.01',
  anchors: ['NVIDIA-SMI version', 'NVML version', 'DRIVER version', 'KMD version'],
  begins: (line) => readLine(line) !== null && !/^\s*CUDA/.test(line),
  parse(lines) {
    const found = new Map<string, AtLine<string>>()
    for (;;) {
      const skip = found.size > 0 && isBlank(lines.peek()?.text ?? 'x') ? 1 : 0
      const line = lines.peek(skip)
      if (!line) break
      const read = readLine(line.text)
      if (!read || found.has(read.key)) break
      for (let i = 0; i <= skip; i++) lines.next()
      // A number, or a sentence that sends the reader to another line.
      found.set(read.key, { value: read.value, line: line.number })
    }
    const number = (key: string) => {
      const at = found.get(key)
      return at && /^\d+(?:\.\d+)*$/.test(at.value) ? at : undefined
    }
    const smi = number('nvidia-smi')
    const nvml = number('nvml')
    const driver = number('kmd') ?? number('driver')
    const cuda = number('cuda umd') ?? number('cuda')
    return found.size === 0
      ? null
      : { ...(smi && { smi }), ...(nvml && { nvml }), ...(driver && { driver }), ...(cuda && { cuda }) }
  },
})

const LINE = /^\s*(NVIDIA-SMI|NVML|DRIVER|CUDA|KMD|CUDA UMD) [Vv]ersion\s*: (\S.{0,80})$/

function readLine(raw: string): { key: string; value: string } | null {
  const match = LINE.exec(tidy(raw).trimEnd())
  return match?.[1] && match[2] ? { key: match[1].toLowerCase(), value: match[2].trim() } : null
}
