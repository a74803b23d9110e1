import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import { keyValue } from './support/text'

/** `ethtool -a IF`. */
export interface EthtoolPause {
  readonly netdev: string
  readonly autonegotiate?: AtLine<boolean>
  readonly rx?: AtLine<boolean>
  readonly tx?: AtLine<boolean>
}

export const ethtoolPause = defineBlockFormat<EthtoolPause>({
  id: 'host/ethtool-pause',
  title: 'Flow control of a network interface',
  command: 'ethtool -a ens1f0np0',
  example: 'Pause parameters for ens1f0np0:',
  anchors: ['Pause parameters for '],
  begins: (line) => HEAD.test(line),
  parse(lines) {
    const value: { -readonly [key in keyof EthtoolPause]: EthtoolPause[key] } = {
      netdev: HEAD.exec(lines.next()?.text ?? '')?.[1] ?? '',
    }
    for (let line = lines.peek(); line; line = lines.peek()) {
      const pair = keyValue(line.text)
      if (!pair || !/^(?:Autonegotiate|RX|TX|RX negotiated|TX negotiated)$/.test(pair.key)) break
      lines.next()
      const at = { value: pair.value === 'on', line: line.number }
      if (pair.key === 'Autonegotiate') value.autonegotiate = at
      else if (pair.key === 'RX') value.rx = at
      else if (pair.key === 'TX') value.tx = at
    }
    return value
  },
})

const HEAD = /^Pause parameters for ([\w.@-]{1,32}):\s*$/
