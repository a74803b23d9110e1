import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import { keyValue, wholeNumber } from './support/text'

/** `ethtool IF`. */
export interface Ethtool {
  readonly netdev: string
  /** Mb/s; undefined for `Unknown!`. */
  readonly speed?: AtLine<number>
  readonly duplex?: string
  readonly port?: string
  readonly lanes?: number
  readonly autoNegotiation?: boolean
  readonly linkDetected?: AtLine<boolean>
}

export const ethtool = defineBlockFormat<Ethtool>({
  id: 'host/ethtool',
  title: 'Settings of a network interface',
  command: 'ethtool ens1f0np0',
  example: 'Settings for ens1f0np0:',
  anchors: ['Settings for '],
  begins: (line) => HEAD.test(line),
  parse(lines) {
    const head = lines.next()
    if (!head) return null
    const value: { -readonly [key in keyof Ethtool]: Ethtool[key] } = { netdev: HEAD.exec(head.text)?.[1] ?? '' }
    for (let line = lines.peek(); line; line = lines.peek()) {
      if (!/^\s+\S/.test(line.text) && !NOISE.test(line.text)) break
      lines.next()
      const pair = keyValue(line.text)
      if (!pair) continue
      const at = line.number
      if (pair.key === 'Speed') {
        const speed = wholeNumber(pair.value.replace(/Mb\/s$/, ''))
        if (speed !== undefined) value.speed = { value: speed, line: at }
      } else if (pair.key === 'Duplex') value.duplex = pair.value
      else if (pair.key === 'Port') value.port = pair.value
      else if (pair.key === 'Lanes') value.lanes = wholeNumber(pair.value)
      else if (pair.key === 'Auto-negotiation') value.autoNegotiation = pair.value === 'on'
      else if (pair.key === 'Link detected') value.linkDetected = { value: pair.value.startsWith('yes'), line: at }
    }
    return value
  },
})

const HEAD = /^Settings for ([\w.@-]{1,32}):\s*$/
const NOISE = /^(?:netlink error: |Cannot get )/
