import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import { normaliseBusId } from '../../model/pci-id'
import { interfaceOf } from './support/ethtool'
import { keyValue } from './support/text'

/** `ethtool -i IF`; the interface stands in the command line only. */
export interface EthtoolDriver {
  readonly netdev?: string
  readonly driver?: AtLine<string>
  readonly version?: AtLine<string>
  readonly firmware?: AtLine<string>
  /** Normalised. */
  readonly busId?: AtLine<string>
}

export const ethtoolDriver = defineBlockFormat<EthtoolDriver>({
  id: 'host/ethtool-driver',
  title: 'Driver of a network interface',
  command: 'ethtool -i ens1f0np0',
  example: 'driver: mlx5_core',
  anchors: ['driver: '],
  begins: (line, _hint, lines) => /^driver: \S+\s*$/.test(line) && /^version:/.test(lines.peek(1)?.text ?? ''),
  parse(lines) {
    const value: { -readonly [key in keyof EthtoolDriver]: EthtoolDriver[key] } = {
      netdev: interfaceOf(lines.hint.command, 'i'),
    }
    for (let line = lines.peek(); line; line = lines.peek()) {
      const pair = keyValue(line.text)
      if (!pair || !KEYS.test(pair.key) || (pair.key === 'driver' && value.driver)) break
      lines.next()
      if (pair.value === '' || pair.value === 'N/A') continue
      const at = { value: pair.value, line: line.number }
      if (pair.key === 'driver') value.driver = at
      else if (pair.key === 'version') value.version = at
      else if (pair.key === 'firmware-version') value.firmware = at
      else if (pair.key === 'bus-info') {
        const busId = normaliseBusId(pair.value)
        if (busId !== undefined) value.busId = { value: busId, line: line.number }
      }
    }
    return value
  },
})

const KEYS = /^(?:driver|version|firmware-version|expansion-rom-version|bus-info|supports-[\w-]+)$/
