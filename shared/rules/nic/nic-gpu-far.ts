import { systemById } from '../../knowledge/systems'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import type { ResolvedSetting } from '../../model/settings'
import { nicEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { gpuCells, linkFactsVoid, nvCount, productOf } from '../support/links'
import { isFar, isNear, nicPaths, portOf, takenBy, type MatrixDevice, type NicPaths } from '../support/nic-paths'
import { places, resolved } from '../support/settings'
import { spansNodes } from '../support/span'

interface Far {
  readonly variant?: 'pinned' | 'shared'
  readonly gpus: readonly MatrixDevice[]
  /** NICs that the text names: the pinned ones, or the one that no GPU is near. */
  readonly nics: readonly MatrixDevice[]
  readonly setting?: ResolvedSetting
}

/** A GPU reaches its network adapter only over the CPU, where other GPUs of the node have one behind their own switch. */
export const nicGpuFar = defineRule({
  id: 'nic-gpu-far',
  area: 'nic',
  since: '0.1',
  needs: ['topology.nics'],
  firesOnAbsence: 'the list of adapters that holds is the one of the capture that NCCL itself would prefer',
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    // Superchips and GB10 hang their adapters on the CPU by design.
    if (node.gpus.some((gpu) => productOf(gpu)?.c2c || productOf(gpu)?.formFactor === 'SoC'))
      return context.notApplicable('nic-on-cpu')
    const paths = nicPaths(node)
    // Grace shows the memory of its GPUs as NUMA nodes.
    if (paths?.gpus.some((gpu) => /^\d/.test(gpu.device.gpuNumaId ?? ''))) return context.notApplicable('nic-on-cpu')
    if (!paths || paths.gpus.length < 2) return context.notApplicable('one-gpu')
    const anyNear = paths.gpus.some((gpu) => paths.nics.some((nic) => isNear(paths.path(gpu, nic))))
    if (!anyNear) return context.notApplicable('no-pcie-switch')
    const hca = resolved(node, context.facts, 'NCCL_IB_HCA')
    const nvlink = isWired(paths)
    const far = (hca && pinnedFar(paths, hca)) ?? withoutNic(node, paths, nvlink) ?? sharedNic(node, paths)
    if (!far) return
    const span = spansNodes(node, context.facts)
    const known = node.gpus.length > 0 && node.gpus.every(productOf)
    context.report({
      severity: nvlink && known && span.length > 0 ? 'warning' : 'info',
      variant: far.variant,
      on: [
        nodeEntity(node),
        ...far.gpus.flatMap((gpu) => gpuOf(node, gpu)),
        ...far.nics.flatMap((nic) => portOf(node, nic) ?? []).map(nicEntity),
      ],
      evidence: someOf([
        ...far.gpus.flatMap((gpu) => rowOf(paths, gpu)),
        ...far.nics.flatMap((nic) => rowOf(paths, nic)),
        ...(far.setting ? places(far.setting) : []),
        ...span,
      ]),
      data: {
        node: node.name,
        gpus: names(far.gpus),
        nics: names(far.nics),
        count: far.gpus.length,
        setting: far.setting?.value ?? '',
      },
    })
  },
})

/** All pairs have NVLink, so that a neighbour's adapter serves; bridged pairs do not. */
function isWired({ topology }: NicPaths): boolean {
  const cells = gpuCells(topology).filter((cell) => cell.token !== '')
  return cells.length > 0 && cells.every((cell) => nvCount(cell.token) !== undefined)
}

function names(devices: readonly MatrixDevice[]): string {
  return devices
    .map(({ device }) =>
      device.device && device.device !== device.name ? `${device.name} (${device.device})` : device.name,
    )
    .join(', ')
}

function gpuOf(node: Node, { device }: MatrixDevice) {
  const gpu = node.gpus.find((one) => `GPU${one.index}` === device.name)
  return gpu ? [{ kind: 'gpu' as const, id: gpu.id, label: device.name }] : []
}

function rowOf(paths: NicPaths, { device }: MatrixDevice): readonly SourceRef[] {
  return device.line === undefined ? [] : [sourceRef(paths.topology.source.document, device.line)]
}

/** NCCL_IB_HCA leaves a GPU only far adapters, though one that it leaves out is near. */
function pinnedFar(paths: NicPaths, setting: ResolvedSetting): Far | undefined {
  const taken = paths.nics.filter((nic) => takenBy(setting, nic.device.device) === true)
  const left = paths.nics.filter((nic) => takenBy(setting, nic.device.device) === false)
  if (taken.length === 0 || left.length === 0) return undefined
  const gpus = paths.gpus.filter(
    (gpu) => taken.every((nic) => isFar(paths.path(gpu, nic))) && left.some((nic) => isNear(paths.path(gpu, nic))),
  )
  const nics = left.filter((nic) => gpus.some((gpu) => isNear(paths.path(gpu, nic))))
  return gpus.length > 0 ? { variant: 'pinned', gpus, nics, setting } : undefined
}

/**
 * GPUs without an adapter behind their switch, while others have one. With NVLink and fewer adapters than GPUs the neighbour's
 * adapter serves (PXN), which is the design of half the boards. Virtual functions of one adapter count once.
 */
function withoutNic(node: Node, paths: NicPaths, nvlink: boolean): Far | undefined {
  const gpus = paths.gpus.filter(
    (gpu) => gpu.device.line !== undefined && paths.nics.every((nic) => isFar(paths.path(gpu, nic))),
  )
  if (gpus.length === 0) return undefined
  const near = paths.nics.filter((nic) => paths.gpus.some((gpu) => isNear(paths.path(gpu, nic))))
  const adapters = new Set(near.map((nic) => paths.gpus.map((gpu) => paths.path(gpu, nic)).join()))
  if (nvlink && adapters.size < paths.gpus.length && idleRails(node, paths).length === 0) return undefined
  return { gpus, nics: near.length <= 8 ? near : [] }
}

/** On a machine with an adapter for each GPU: two GPUs share one while another of the same kind is near none. */
function sharedNic(node: Node, paths: NicPaths): Far | undefined {
  const idle = idleRails(node, paths)
  if (idle.length === 0) return undefined
  for (const nic of paths.nics) {
    const gpus = paths.gpus.filter(
      (gpu) =>
        isNear(paths.path(gpu, nic)) && paths.nics.every((other) => other === nic || isFar(paths.path(gpu, other))),
    )
    if (gpus.length > 1) return { variant: 'shared', gpus, nics: idle }
  }
  return undefined
}

/** Adapters near no GPU, of the kind and rate of those that are, on a platform that has one for each GPU. */
function idleRails(node: Node, paths: NicPaths): readonly MatrixDevice[] {
  const system = node.system && systemById(node.system.value)
  const compute = system?.nics.filter((nic) => nic.role === 'compute') ?? []
  const count = compute.length === 1 ? compute[0]?.count : undefined
  if (!count || count[0] !== paths.gpus.length || count[1] !== paths.gpus.length) return []
  const kinds = new Set(
    paths.nics
      .filter((nic) => paths.gpus.some((gpu) => isNear(paths.path(gpu, nic))))
      .flatMap((nic) => kindOf(node, nic) ?? []),
  )
  return paths.nics.filter((nic) => {
    const kind = kindOf(node, nic)
    return (
      kind !== undefined && kinds.has(kind) && paths.gpus.every((gpu) => /^(?:NODE|SYS)$/.test(paths.path(gpu, nic)))
    )
  })
}

function kindOf(node: Node, nic: MatrixDevice): string | undefined {
  const port = portOf(node, nic)
  if (!port?.caType || !port.gigabitsPerSecond || !port.linkLayer) return undefined
  return `${port.caType.value}|${port.gigabitsPerSecond.value}|${port.linkLayer.value}`
}
