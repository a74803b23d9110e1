import { systemById } from '../../knowledge/systems'
import type { Node } from '../../model/node'
import type { Cells } from './cells'
import type { Judgement } from './findings'
import { unique } from './findings'
import type { FarRelation, GhostNic, GraphGpu, GraphNic } from './types'

/** The platform means one compute NIC for each GPU. */
function oneEach(node: Node): boolean {
  const system = node.system === undefined ? undefined : systemById(node.system.value)
  const compute = system?.nics.filter((nic) => nic.role === 'compute') ?? []
  const [low, high] = compute.reduce<readonly [number, number]>(
    (sum, nic) => [sum[0] + nic.count[0], sum[1] + nic.count[1]],
    [0, 0],
  )
  return low > 0 && low === high && system?.gpuCounts.length === 1 && low === system.gpuCounts[0]
}

/** Gives each NIC to one GPU that it is near to: the only one, else the first without. */
function owners(gpus: readonly GraphGpu[], nics: readonly GraphNic[]): Map<string, string> {
  const result = new Map<string, string>()
  const near = nics.filter((nic) => nic.place === 'group' && nic.role === 'compute')
  for (const nic of [...near.filter((n) => n.near.length === 1), ...near.filter((n) => n.near.length !== 1)]) {
    const gpu = gpus.find((item) => nic.near.includes(item.id) && !result.has(item.id))
    if (gpu) result.set(gpu.id, nic.id)
  }
  return result
}

/**
 * Slots where the platform (or the rule that knows it) means a NIC to be. Without such knowledge an uneven machine is a machine,
 * and nothing is drawn.
 */
export function ghostNics(
  node: Node,
  gpus: readonly GraphGpu[],
  nics: readonly GraphNic[],
  cells: Cells,
  judgement: Judgement,
  nameOf: (id: string) => string | undefined,
): { ghosts: GhostNic[]; relations: FarRelation[] } {
  const owner = owners(gpus, nics)
  const told = judgement.ofRule('nic-gpu-far')
  const byRule = new Set(
    gpus
      .filter((gpu) => told.some((finding) => finding.on.some((entity) => entity.id === gpu.modelId)))
      .map((gpu) => gpu.id),
  )
  const platform = oneEach(node) && !judgement.silent('nic-gpu-far') && owner.size * 4 >= gpus.length * 3
  const ghosts = gpus
    .filter((gpu) => !owner.has(gpu.id) && (byRule.has(gpu.id) || platform))
    .map((gpu): GhostNic => {
      const shared = nics.find((nic) => nic.near.includes(gpu.id))
      return {
        id: `ghost:${gpu.id}`,
        gpu: gpu.id,
        shares: shared?.id,
        findings: unique(judgement.on(gpu.modelId).filter((mark) => mark.rule === 'nic-gpu-far')),
      }
    })
  const free = nics.filter((nic) => nic.place === 'root' && nic.role === 'compute')
  const relations = ghosts.flatMap((ghost, i): FarRelation[] => {
    const gpu = gpus.find((item) => item.id === ghost.gpu)
    // The NIC of the same number if it is free, else the free ones in order.
    const nic =
      free.find((item) => /(\d+)$/.exec(item.label)?.[1] === String(gpu?.index)) ??
      (free.length === ghosts.length ? free[i] : undefined)
    const row = nameOf(ghost.gpu)
    const column = nic === undefined ? undefined : nameOf(nic.id)
    const token = row === undefined || column === undefined ? undefined : cells.distance(row, column)
    if (!nic || row === undefined || token === undefined || token === 'PIX' || token === 'PXB') return []
    const source = cells.source(row)
    return [{ id: `far:${ghost.gpu}>${nic.id}`, ghost: ghost.id, nic: nic.id, token, sources: source ? [source] : [] }]
  })
  return { ghosts, relations }
}
