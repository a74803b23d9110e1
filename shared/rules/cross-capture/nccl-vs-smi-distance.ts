import type { NcclLog } from '../../formats/nccl/log-types'
import type { Gpu } from '../../model/gpu'
import type { Node } from '../../model/node'
import { busIdFromNccl } from '../../model/pci-id'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import type { Topology } from '../../model/topology'
import { gpuEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { deviceIndex } from '../support/links'
import { logsOf, type NodeLog } from '../support/logs'
import { resolved } from '../support/settings'

/** Distances that both sides name, near to far. NCCL has no NODE: its PHB is both. */
const steps: Readonly<Record<string, number>> = { PIX: 1, PXB: 2, PHB: 3, NODE: 3, SYS: 4, SOC: 4 }

interface Difference {
  readonly gpu: Gpu
  readonly device: string
  readonly nccl: string
  readonly matrix: string
  readonly worse: boolean
  readonly sources: readonly SourceRef[]
}

/** NCCL sees a GPU and an adapter at another distance than nvidia-smi. */
export const ncclVsSmiDistance = defineRule({
  id: 'nccl-vs-smi-distance',
  area: 'cross-capture',
  since: '0.1',
  needs: ['topology.nics', 'nccl.log'],
  firesOnAbsence: 'lines that show a topology file or GPUDirect off explain the difference away',
  check(node, context) {
    if (resolved(node, context.facts, 'NCCL_TOPO_FILE')) return context.notApplicable('topo-file')
    const topology = node.topologies.find((one) => one.form !== 'matrix-pci' && !one.damaged) ?? node.topologies[0]
    if (!topology) return
    let compared = 0
    const differences = new Map<string, Difference>()
    for (const log of logsOf(node)) {
      if (log.log.versions.some(({ version }) => /^2\.[0-4]\./.test(version))) continue
      const direct = usesGpuDirect(log)
      for (const { gpu, device, type, source } of pathsToAdapters(node, log)) {
        const cell = cellOf(topology, gpu, device)
        const near = steps[cell?.token ?? '']
        const seen = steps[type]
        if (!cell || near === undefined || seen === undefined) continue
        compared++
        if (near === seen) continue
        // Without GPUDirect RDMA NCCL leads every adapter over the CPU: that explains PHB, whatever the wiring.
        if (!direct && type === 'PHB') continue
        const key = `${gpu.id}|${device}`
        if (differences.has(key)) continue
        const sources = [source, sourceRef(topology.source.document, cell.line)]
        differences.set(key, { gpu, device, nccl: type, matrix: cell.token, worse: seen > near, sources })
      }
    }
    if (compared === 0)
      return context.notChecked(['nccl.log'], 'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH (run the job again)')
    const list = [...differences.values()]
    const first = list.find((one) => one.worse) ?? list[0]
    if (!first) return
    context.report({
      severity: list.some((one) => one.worse) ? 'warning' : 'info',
      on: [nodeEntity(node), ...list.slice(0, 8).map(({ gpu }) => gpuEntity(gpu))],
      evidence: someOf([first, ...list].flatMap(({ sources }) => sources)),
      data: {
        node: node.name,
        pairs: list.length,
        gpu: first.gpu.index === undefined ? (first.gpu.busId?.value ?? '') : `GPU${first.gpu.index}`,
        device: first.device,
        nccl: first.nccl,
        matrix: first.matrix,
      },
    })
  },
})

/** Some connection or verdict of this log shows GPUDirect RDMA at work. */
function usesGpuDirect(log: NodeLog): boolean {
  const enabled = log.own(log.log.gdr).some((line) => line.enabled && !/^socket$/i.test(line.network ?? ''))
  return enabled || log.own(log.log.connections).some((connection) => connection.gdr === true)
}

function pathsToAdapters(node: Node, log: NodeLog) {
  const lists = log.own(log.log.networkDevices).filter((line) => /^IB/i.test(line.plugin))
  const list = lists[0]
  // Merged and virtual ports have no cell of their own.
  if (!list || list.devices.some((device) => device.members || device.name.includes('+'))) return []
  return log.own(log.log.paths).flatMap((row: NcclLog['paths'][number]) => {
    const gpu = gpuAt(node, row.from)
    if (!gpu) return []
    return row.to.flatMap(({ node: end, type }) => {
      const index = /^NET\/(?:\d+-)?(\d{1,3})$/.exec(end)?.[1]
      const device = list.devices.find((one) => one.index === Number(index))?.name
      return index === undefined || device === undefined ? [] : [{ gpu, device, type, source: log.at(row) }]
    })
  })
}

/** `GPU/17000`, with the system's number in front since 2.20: `GPU/0-17000`. */
function gpuAt(node: Node, label: string): Gpu | undefined {
  const hex = /^GPU\/(?:\d+-)?([0-9a-fA-F]{1,12})$/.exec(label)?.[1]
  const busId = hex === undefined ? undefined : busIdFromNccl(hex)
  return busId === undefined ? undefined : node.gpus.find((gpu) => gpu.busId?.value === busId)
}

function cellOf(topology: Topology, gpu: Gpu, device: string) {
  const row = topology.devices.findIndex((one) => one.kind === 'gpu' && deviceIndex(one.name) === gpu.index)
  const column = topology.devices.findIndex((one) => one.kind === 'nic' && one.device === device)
  const line = topology.devices[row]?.line
  const token = topology.cells[row]?.[column]
  return line === undefined || token === undefined || token === '' ? undefined : { token, line }
}
