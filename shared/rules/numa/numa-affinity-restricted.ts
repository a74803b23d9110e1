import { cpuNumbers } from '../../formats/host/support/cpu-list'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkFactsVoid } from '../support/links'
import { logsOf } from '../support/logs'
import { resolved } from '../support/settings'

interface List {
  readonly gpu: string
  readonly cpus: string
  readonly count: number
  readonly source: SourceRef
}

/** Too few CPUs for the GPUs: one for a GPU, or the same few for all of them (cpuset of a container or job step). */
export const numaAffinityRestricted = defineRule({
  id: 'numa-affinity-restricted',
  area: 'numa',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'that a short list is a whole NUMA node is told by lscpu or numactl',
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why === 'vgpu' || why === 'wsl') return context.notApplicable(why)
    if (resolved(node, context.facts, 'NCCL_IGNORE_CPU_AFFINITY')?.value === '1')
      return context.notApplicable('ignored')
    const { lists, gpus } = matrixLists(node)
    const masks = maskLists(node)
    if (lists.length === 0 && masks.length === 0) return context.notChecked(['topology'], 'nvidia-smi topo -m')
    const single = [...lists, ...masks].filter((list) => list.count === 1 && !isWholeNode(node, list))
    const first = lists[0]
    const shared =
      first !== undefined &&
      lists.length === gpus &&
      gpus > 1 &&
      first.count < gpus &&
      lists.every((list) => list.cpus === first.cpus) &&
      !isCutByDriver(first.cpus) &&
      !isWholeNode(node, first)
    const bad = single.length > 0 ? single : shared ? lists : []
    const one = bad[0]
    if (!one) return
    context.report({
      severity: 'warning',
      variant: single.length > 0 ? 'single' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf(bad.map((list) => list.source)),
      data: {
        node: node.name,
        gpus: [...new Set(bad.map((list) => list.gpu))].join(', '),
        cpus: one.cpus,
        count: one.count,
        total: gpus,
      },
    })
  },
})

/** CPU lists of the matrix, and the number of GPUs that its header names. */
function matrixLists(node: Node): { readonly lists: readonly List[]; readonly gpus: number } {
  const topology = node.topologies[0]
  const devices = (topology?.devices ?? []).filter((device) => device.kind === 'gpu')
  const lists = devices.flatMap((device) => {
    const cpus = device.cpuAffinity
    const count = cpus === undefined ? undefined : cpuNumbers(cpus)?.length
    if (!topology || cpus === undefined || device.line === undefined || !count) return []
    return [{ gpu: device.name, cpus, count, source: sourceRef(topology.source.document, device.line) }]
  })
  return { lists, gpus: devices.length }
}

function maskLists(node: Node): readonly List[] {
  return logsOf(node).flatMap((log) =>
    log
      .own(log.log.affinities)
      .flatMap((line) =>
        line.form !== 'empty' && line.cpuCount !== undefined && line.cpuCount > 0
          ? [{ gpu: `GPU${line.gpu}`, cpus: line.cpus, count: line.cpuCount, source: log.at(line) }]
          : [],
      ),
  )
}

/** nvidia-smi prints only the first six CPUs where the sockets' numbers interleave: 0,2,4,6,8,10. */
function isCutByDriver(cpus: string): boolean {
  const numbers = /^\d+(?:,\d+){5}$/.test(cpus) ? cpuNumbers(cpus) : null
  if (!numbers) return false
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0)
  return step > 0 && numbers.every((number, i) => number === (numbers[0] ?? 0) + i * step)
}

function isWholeNode(node: Node, list: List): boolean {
  const own = cpuNumbers(list.cpus)?.join()
  return own !== undefined && node.host.numaCpus.some((numa) => cpuNumbers(numa.cpus)?.join() === own)
}
