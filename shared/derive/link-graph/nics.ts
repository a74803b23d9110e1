import type { Node } from '../../model/node'
import type { Judgement } from './findings'
import { weighty } from './findings'
import { nicPcie } from './pcie-link'
import type { DrawState, GraphNic } from './types'

/** Management and front-end ports are much slower than the fabric and speak Ethernet; what is not known counts as compute. */
function roles(node: Node): Map<string, 'compute' | 'other'> {
  const fastest = Math.max(0, ...node.nics.map((nic) => nic.gigabitsPerSecond?.value ?? 0))
  return new Map(
    node.nics.map((nic) => {
      const rate = nic.gigabitsPerSecond?.value
      return [
        nic.id,
        rate !== undefined && nic.linkLayer?.value !== 'InfiniBand' && rate * 4 <= fastest ? 'other' : 'compute',
      ]
    }),
  )
}

function portState(text: string | undefined): DrawState {
  if (text === undefined) return 'plain'
  if (/\b(?:active|up|linkup)\b/i.test(text)) return 'good'
  if (/\bdown\b|disabled/i.test(text)) return 'dead'
  return 'degraded'
}

/** NICs without their place, in a stable order. A port that is down is only as bad as a rule says: unused ports are down too. */
export function graphNics(node: Node, judgement: Judgement): GraphNic[] {
  const role = roles(node)
  const number = (name: string): number => Number(/(\d+)$/.exec(name)?.[1] ?? Number.MAX_SAFE_INTEGER)
  const ordered = [...node.nics].sort(
    (a, b) => number(a.name) - number(b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )
  return ordered.map((nic): GraphNic => {
    const findings = judgement.on(nic.id)
    const port = portState(nic.state?.value)
    const pcie = nicPcie(nic, node.pci)
    const bad = weighty(findings)
    const state: DrawState = port === 'dead' ? (bad ? 'dead' : 'plain') : bad ? 'degraded' : port
    return {
      id: `nic:${nic.name}`,
      modelId: nic.id,
      label: nic.name,
      device: nic.device,
      netdev: nic.netdev?.value,
      busId: nic.busId?.value,
      role: role.get(nic.id) ?? 'compute',
      state,
      findings,
      gigabitsPerSecond: nic.gigabitsPerSecond?.value,
      linkLayer: nic.linkLayer?.value,
      portState: nic.state?.value,
      port: nic.state === undefined ? 'unknown' : port,
      pcie,
      near: [],
      place: 'unknown',
      sources: nic.sources,
    }
  })
}
