import { defineBlockFormat } from '../../model/format'
import { keyValue, wholeNumber } from './support/text'

/** Lines of `ibv_devinfo -v` without the device above them: which adapter they belong to is unknown. */
export interface IbvFragment {
  readonly gids: readonly {
    readonly index: number
    readonly gid: string
    /** `RoCE v1`, `RoCE v2`; InfiniBand and old versions print none. */
    readonly version?: string
    /** fe80: does not route. */
    readonly linkLocal: boolean
    readonly line: number
  }[]
  readonly activeMtu?: { readonly value: number; readonly line: number }
}

// A shared case has placeholders for a part of the address.
// `GID[  1]:		fe80::ac0:ebff:fe51:77a2, RoCE v2`
const GID = /^\s*GID\[\s*(\d{1,4})\]:\s+((?:[0-9a-f:.]|\[(?:guid|ipv[46])-\d{1,6}\]){2,60})(?:, (.{1,20}?))?\s*$/i
const KEYS =
  /^(?:state|phys_state|max_mtu|active_mtu|sm_lid|port_lid|port_lmc|link_layer|active_width|active_speed|max_msg_sz|gid_tbl_len|pkey_tbl_len)$/

export const ibvFragment = defineBlockFormat<IbvFragment>({
  id: 'host/ibv-fragment',
  title: 'RDMA addresses without their device',
  command: 'ibv_devinfo -v | grep GID',
  example: '\t\t\tGID[  1]:\t\tfe80::ac0:ebff:fe51:77a2, RoCE v2',
  anchors: ['GID[', 'phys_state:', 'active_mtu:'],
  begins: (line) => GID.test(line) || /^\s+(?:phys_state|active_mtu):\s+\S+ \(\d+\)\s*$/.test(line),
  parse(lines, note) {
    const gids: IbvFragment['gids'][number][] = []
    let activeMtu: IbvFragment['activeMtu']
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = GID.exec(line.text)
      const pair = found ? null : keyValue(line.text)
      if (found) {
        const gid = found[2] ?? ''
        gids.push({
          index: Number(found[1]),
          gid,
          version: found[3],
          linkLocal: /^fe80:/i.test(gid),
          line: line.number,
        })
      } else if (!pair || !KEYS.test(pair.key)) break
      const mtu = pair?.key === 'active_mtu' ? wholeNumber(pair.value.replace(/ \(\d+\)$/, '')) : undefined
      if (mtu !== undefined) activeMtu ??= { value: mtu, line: line.number }
      lines.next()
    }
    note.damaged('the device is not in the capture')
    return { gids, activeMtu }
  },
})
