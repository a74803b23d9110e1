import type { NetworkDevicesLine } from '../../formats/nccl/log-types'
import type { Node } from '../../model/node'
import { defineRule, type RuleContext } from '../../model/rule'
import { nicEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { logsOf, type NodeLog } from '../support/logs'
import { isActive, pinned, portFacts, usedDevices } from '../support/rails'
import { resolved } from '../support/settings'

/** NCCL takes InfiniBand and RoCE ports together as if they were rails of one network. */
export const nicMixedLinkLayer = defineRule({
  id: 'nic-mixed-link-layer',
  area: 'nic',
  since: '0.1',
  needs: ['nics'],
  firesOnAbsence: 'that NCCL_IB_HCA is not set is told by its absence from the environment',
  check(node, context) {
    const mixed = logsOf(node).flatMap((log) =>
      log.own(log.log.networkDevices).flatMap((line) => mixedLine(log, line) ?? []),
    )
    const first = mixed[0]
    if (first) {
      context.report({
        severity: 'error',
        on: [nodeEntity(node), ...node.nics.filter((nic) => first.odd.includes(nic.device ?? '')).map(nicEntity)],
        evidence: someOf([
          ...mixed.map((one) => one.source),
          ...node.nics
            .filter((nic) => first.odd.includes(nic.device ?? ''))
            .flatMap((nic) => portFacts(nic, 'linkLayer', 'gigabitsPerSecond')),
        ]),
        data: {
          node: node.name,
          odd: first.odd.join(', '),
          list: first.odd.join(),
          layer: first.layer,
          others: first.others,
          rate: '',
        },
      })
      return
    }
    if (usedDevices(node)) return
    fromPorts(node, context)
  },
})

interface Mixed {
  readonly odd: readonly string[]
  readonly layer: string
  readonly others: number
  readonly source: ReturnType<NodeLog['at']>
}

/** The layer with fewer devices is the odd one. */
function mixedLine(log: NodeLog, line: NetworkDevicesLine): Mixed | undefined {
  const devices = line.devices.flatMap((entry) => entry.members ?? [entry])
  const infiniband = devices.filter((device) => device.layer === 'IB')
  const roce = devices.filter((device) => device.layer === 'RoCE')
  if (infiniband.length === 0 || roce.length === 0) return undefined
  const [odd, layer, others] =
    roce.length <= infiniband.length ? ([roce, 'RoCE', infiniband] as const) : ([infiniband, 'IB', roce] as const)
  return { odd: odd.map((device) => device.name), layer, others: others.length, source: log.at(line) }
}

/** Without a log: an active Ethernet port as fast as the InfiniBand ones, which nothing keeps NCCL from taking. */
function fromPorts(node: Node, { facts, report }: RuleContext): void {
  const active = node.nics.filter((nic) => isActive(nic) && nic.linkLayer && nic.gigabitsPerSecond)
  const infiniband = active.filter((nic) => nic.linkLayer?.value === 'InfiniBand')
  const rate = Math.max(0, ...infiniband.map((nic) => nic.gigabitsPerSecond?.value ?? 0))
  const odd = active.filter(
    (nic) =>
      nic.linkLayer?.value === 'Ethernet' &&
      nic.gigabitsPerSecond?.value === rate &&
      pinned(node, facts, nic) !== 'out',
  )
  if (infiniband.length === 0 || odd.length === 0) return
  const setting = resolved(node, facts, 'NCCL_IB_HCA')
  // A list that takes some ports and not this one was handled above; a list that takes it is a choice.
  if (setting && setting.value !== '') return
  const dump = node.settings.find((one) => one.origin === 'environment')
  report({
    severity: dump ? 'warning' : 'info',
    variant: 'ports',
    on: [nodeEntity(node), ...odd.map(nicEntity)],
    evidence: someOf([
      ...odd.flatMap((nic) => portFacts(nic, 'state', 'gigabitsPerSecond', 'linkLayer')),
      ...infiniband.slice(0, 2).flatMap((nic) => portFacts(nic, 'gigabitsPerSecond', 'linkLayer')),
      ...(dump ? [dump.source] : []),
    ]),
    data: {
      node: node.name,
      odd: odd.map((nic) => nic.device ?? nic.name).join(', '),
      list: odd.map((nic) => nic.device ?? nic.name).join(),
      layer: 'Ethernet',
      others: infiniband.length,
      rate,
    },
  })
}
