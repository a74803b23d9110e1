import type { Nic, Node } from '../../../model/node'
import type { Sourced } from '../../../model/source'
import type { Fact, Subject } from '../types'
import { ownNames, type Context } from './collect'
import { presence } from './gpus'

export interface NamedNic {
  readonly nic: Nic
  readonly subject: Subject
}

/** NICs of a node with the ids of the other side; the own id is that of the link graph. */
export function namedNics({ node, naming }: Pick<Context, 'node' | 'naming'>): readonly NamedNic[] {
  const used = new Set<string>()
  return node.nics.map((nic) => {
    // Ports of one adapter may share a name.
    let own = `nic:${nic.name}`
    while (used.has(own)) own = `${own}'`
    used.add(own)
    return { nic, subject: { kind: 'nic', id: naming.nic(own), label: nic.name } }
  })
}

export function nicIds(node: Node): readonly string[] {
  return namedNics({ node, naming: ownNames }).map(({ subject }) => subject.id)
}

/** Outputs that list every RDMA device of a node. */
const LISTS = /^host\/(?:ibstat|ibstatus|ibv-devinfo|rdma-link)/

export function nicFacts(context: Context): void {
  const { node } = context
  const listed =
    node.topologies.some((topology) => !topology.damaged && topology.nicsFound === undefined) ||
    node.parsed.some(({ format, quality }) => LISTS.test(format) && quality === 'full')
  if (listed) context.complete('nics')
  for (const { nic, subject } of namedNics(context)) {
    context.add({
      key: presence(subject),
      name: 'nic.present',
      area: 'nic',
      kind: 'configuration',
      subject,
      entity: nic.id,
      value: subject.kind,
      sources: nic.sources.slice(0, 1),
      listed: 'nics',
    })
    const part = (
      name: string,
      from: Sourced<string | number> | undefined,
      how: Pick<Fact, 'kind'> & Partial<Fact>,
      text: (value: string | number) => string = String,
    ): void => {
      if (!from) return
      context.add({
        area: 'nic',
        capture: 'ibstat',
        ...how,
        key: `${subject.id}/${name}`,
        name,
        subject,
        entity: nic.id,
        value: text(from.value),
        number: typeof from.value === 'number' ? from.value : undefined,
        sources: [from.source],
        under: [presence(subject), ...(how.under ?? [])],
      })
    }
    const state = `${subject.id}/nic.state`
    part('nic.state', nic.state, { kind: 'configuration' }, (value) => portState(String(value)))
    part('nic.physicalState', nic.physicalState, { kind: 'configuration', under: [state] })
    part(
      'nic.rate',
      nic.gigabitsPerSecond,
      { kind: 'configuration', better: 'more', under: [state] },
      (v) => `${v} Gb/s`,
    )
    part('nic.linkLayer', nic.linkLayer, { kind: 'configuration' })
    part('nic.firmware', nic.firmware, { kind: 'configuration' })
    part('nic.type', nic.caType, { kind: 'configuration' })
    part('nic.mtu', nic.activeMtu, { kind: 'configuration', better: 'more', capture: 'ibv_devinfo -v' })
    part('nic.netdev', nic.netdev, { kind: 'configuration', capture: 'ibdev2netdev -v' })
    part('nic.numa', nic.numaNode, { kind: 'configuration', area: 'topology', under: [`${subject.id}/nic.place`] })
    if (nic.device !== undefined && nic.sources[0])
      part(
        'nic.device',
        { value: nic.device, source: nic.sources[0] },
        { kind: 'configuration', capture: 'nvidia-smi topo -m' },
      )
    part('nic.busId', nic.busId, { kind: 'identity' })
    part('nic.guid', nic.guid, { kind: 'identity' })
    part('nic.lid', nic.lid, { kind: 'identity' })
    part('nic.smLid', nic.smLid, { kind: 'identity' })
    const [gid] = nic.gids
    if (gid) {
      const all = nic.gids.map((one) => `${one.index} ${one.ipv4 ?? one.gid}${one.version ? ` ${one.version}` : ''}`)
      part('nic.gids', { value: all.join(', '), source: gid.source }, { kind: 'identity', capture: 'show_gids' })
      // Which indices speak which protocol is a setting; the addresses are not.
      const kinds = nic.gids.flatMap((one) => (one.version === undefined ? [] : [`${one.index} ${one.version}`]))
      if (kinds.length > 0)
        part(
          'nic.gidTypes',
          { value: kinds.join(', '), source: gid.source },
          { kind: 'configuration', capture: 'show_gids' },
        )
    }
  }
}

/** `Active`, `ACTIVE`, `4: ACTIVE`, `PORT_ACTIVE`: one state, many spellings. */
function portState(text: string): string {
  const word = text
    .replace(/^\d+: */, '')
    .replace(/^PORT_/i, '')
    .replace(/ *\(\d+\)$/, '')
    .trim()
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}
