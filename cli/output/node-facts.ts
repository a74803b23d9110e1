import { linksDue, overview } from '@shared/derive/overview'
import { gpuField, type Gpu, type GpuField } from '@shared/model/gpu'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import type { Sourced } from '@shared/model/source'
import { environmentOf } from './environment'

/** One comparable fact of a node; `value` is undefined when no capture shows it, which is not the same as "none". */
export interface NodeFact {
  readonly group: 'hardware' | 'software' | 'topology' | 'environment' | 'bandwidth'
  readonly name: string
  readonly value?: string
}

/** All facts of a node that mean the same on another node; names and serial numbers are left out. */
export function nodeFacts(node: Node, session: Session): readonly NodeFact[] {
  const row = overview(session, new Set()).rows.find(({ id }) => id === node.id)
  const field = (name: 'links' | 'nics' | 'gpus'): string | undefined => row?.fields[name].text ?? undefined
  return [
    { group: 'hardware', name: 'system', value: node.system?.value },
    { group: 'hardware', name: 'product', value: row?.product ?? undefined },
    { group: 'hardware', name: 'GPUs', value: field('gpus') },
    { group: 'hardware', name: 'NVLinks', value: field('links') },
    ...gpuFacts(node),
    { group: 'hardware', name: 'NICs', value: field('nics') },
    ...nicFacts(node),
    { group: 'hardware', name: 'CPU', value: node.host.cpuModel?.value },
    { group: 'hardware', name: 'NUMA nodes', value: node.host.numaNodes?.value.toString() },
    version('driver', node.software.driver),
    version('CUDA', node.software.cuda),
    version('NCCL', node.software.nccl),
    version('fabric manager', node.software.fabricManager),
    version('DCGM', node.software.dcgm),
    version('kernel', node.software.kernel),
    { group: 'software', name: 'kernel command line', value: node.host.kernelCommandLine?.value },
    ...topologyFacts(node),
    ...environmentOf(node, session).map(({ name, value }): NodeFact => ({ group: 'environment', name, value })),
    ...runFacts(node, session),
  ]
}

function version(name: string, found: readonly Sourced<string>[]): NodeFact {
  return {
    group: 'software',
    name,
    value: found.length === 0 ? undefined : [...new Set(found.map(({ value }) => value))].join(', '),
  }
}

const gpuFields: readonly (readonly [string, GpuField])[] = [
  ['PCIe generation', 'pcie.gen.current'],
  ['PCIe width', 'pcie.width.current'],
  ['VBIOS', 'vbios'],
  ['power limit', 'power.limit'],
  ['ECC', 'ecc.current'],
  ['MIG', 'mig.current'],
  ['persistence', 'persistence'],
  ['compute mode', 'computeMode'],
]

function gpuFacts(node: Node): readonly NodeFact[] {
  const links = perGpu(node, (gpu) => {
    const known = gpu.links.some(({ state }) => state !== 'unknown')
    const due = linksDue(gpu)
    const up = gpu.links.filter(({ state }) => state === 'active').length
    return known ? `${up}${due === undefined ? '' : `/${due}`}` : undefined
  })
  const speed = perGpu(node, (gpu) => {
    const rates = gpu.links.flatMap(({ gigabytesPerSecond }) =>
      gigabytesPerSecond === undefined ? [] : [gigabytesPerSecond],
    )
    return rates.length === 0 ? undefined : [...new Set(rates)].map((rate) => `${rate} GB/s`).join(', ')
  })
  return [
    { group: 'hardware', name: 'links up per GPU', value: links },
    { group: 'hardware', name: 'link speed', value: speed },
    ...gpuFields.map(([name, gpuFieldName]): NodeFact => ({
      group: 'hardware',
      name,
      value: perGpu(node, (gpu) => gpuField(gpu, gpuFieldName)?.value),
    })),
  ]
}

/** `18/18` when all GPUs agree, else the common value and the GPUs that differ. */
function perGpu(node: Node, read: (gpu: Gpu) => string | undefined): string | undefined {
  return common(node.gpus.map((gpu, i) => [`GPU${gpu.index ?? i}`, read(gpu)]))
}

function common(pairs: readonly (readonly [string, string | undefined])[]): string | undefined {
  const known = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
  if (known.length === 0) return undefined
  const counts = new Map<string, number>()
  for (const [, value] of known) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])
  const odd = known.filter(([, value]) => value !== usual?.[0]).map(([name, value]) => `${name} ${value}`)
  return [usual?.[0] ?? '', ...odd].join(', ')
}

function nicFacts(node: Node): readonly NodeFact[] {
  return [
    {
      group: 'hardware',
      name: 'NIC rate',
      value: common(node.nics.map((nic) => [nic.name, nic.gigabitsPerSecond && `${nic.gigabitsPerSecond.value} Gb/s`])),
    },
    { group: 'hardware', name: 'NIC state', value: common(node.nics.map((nic) => [nic.name, nic.state?.value])) },
    { group: 'hardware', name: 'NIC firmware', value: common(node.nics.map((nic) => [nic.name, nic.firmware?.value])) },
  ]
}

/** Each pair of the upper half of the matrix, and the back direction where it says otherwise. */
function topologyFacts(node: Node): readonly NodeFact[] {
  const matrix = node.topologies[0]
  if (!matrix) return []
  return matrix.devices.flatMap((from, i) =>
    matrix.devices.flatMap((to, j): readonly NodeFact[] => {
      if (j <= i) return []
      const cell = matrix.cells[i]?.[j] || undefined
      const back = matrix.cells[j]?.[i] || undefined
      const value = cell !== undefined && back !== undefined && back !== cell ? `${cell}, back ${back}` : (cell ?? back)
      return [{ group: 'topology', name: `${from.name} - ${to.name}`, value }]
    }),
  )
}

/** The best result of each collective on this node alone. */
function runFacts(node: Node, session: Session): readonly NodeFact[] {
  const best = new Map<string, number>()
  for (const run of session.runs) {
    if (run.nodes.length !== 1 || run.nodes[0] !== node.id || run.peakBusBandwidth === undefined) continue
    const name = `${run.collective ?? run.kind}, ${run.ranks ?? '?'} ranks`
    best.set(name, Math.max(best.get(name) ?? 0, run.peakBusBandwidth))
  }
  return [...best].map(([name, value]) => ({ group: 'bandwidth', name, value: `${value.toFixed(1)} GB/s` }))
}
