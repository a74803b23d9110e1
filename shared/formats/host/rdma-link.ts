import { defineBlockFormat } from '../../model/format'
import { wholeNumber } from './support/text'

export interface RdmaLinkRow {
  readonly device: string
  readonly port: number
  readonly state?: string
  readonly physicalState?: string
  readonly netdev?: string
  readonly lid?: number
  readonly smLid?: number
  readonly line: number
}

export interface RdmaLink {
  readonly rows: readonly RdmaLinkRow[]
}

export const rdmaLink = defineBlockFormat<RdmaLink>({
  id: 'host/rdma-link',
  title: 'RDMA links',
  command: 'rdma link',
  example: 'link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0',
  anchors: ['physical_state '],
  begins: (line) => ROW.test(line),
  parse(lines) {
    const rows: RdmaLinkRow[] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = ROW.exec(line.text)
      if (!found) break
      lines.next()
      const words = (found[3] ?? '').split(/\s+/)
      const value = (key: string): string | undefined => {
        const at = words.indexOf(key)
        return at < 0 ? undefined : words[at + 1]
      }
      rows.push({
        device: found[1] ?? '',
        port: Number(found[2]),
        state: value('state'),
        physicalState: value('physical_state'),
        netdev: value('netdev'),
        lid: wholeNumber(value('lid') ?? ''),
        smLid: wholeNumber(value('sm_lid') ?? ''),
        line: line.number,
      })
    }
    return { rows }
  },
})

// `link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0`; old versions print `1/1: mlx5_0/1: state ...`
const ROW = /^\s*(?:link |\d+\/\d+: )([\w.-]{1,64})\/(\d{1,3}):? (.*\bphysical_state \w+.*)$/
