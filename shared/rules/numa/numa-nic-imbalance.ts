import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkFactsVoid, productOf } from '../support/links'
import { nicPaths, takenBy, type MatrixDevice, type NicPaths } from '../support/nic-paths'
import { bestJoint } from '../support/pairs'
import { usedDevices } from '../support/rails'
import { places, resolved } from '../support/settings'

/** All adapters that NCCL uses are on one socket, and half of the GPUs on the other. */
export const numaNicImbalance = defineRule({
  id: 'numa-nic-imbalance',
  area: 'numa',
  since: '0.1',
  needs: ['topology.nics'],
  firesOnAbsence: 'the adapters in use are those that the lines of all processes name',
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    if (node.gpus.some((gpu) => productOf(gpu)?.c2c)) return context.notApplicable('nic-on-cpu')
    const paths = nicPaths(node)
    if (!paths || paths.gpus.length < 2) return context.notApplicable('one-gpu')
    const listed = usedDevices(node)
    const setting = resolved(node, context.facts, 'NCCL_IB_HCA')
    const used = paths.nics.filter((nic) =>
      listed ? listed.names.has(nic.device.device ?? '') : setting && takenBy(setting, nic.device.device) === true,
    )
    if (used.length === 0) return context.notChecked(['nccl.network'], 'NCCL_DEBUG=INFO (run the job again)')
    const far = paths.gpus.filter((gpu) => used.every((nic) => crosses(paths, gpu, nic)))
    const near = paths.gpus.filter((gpu) => used.some((nic) => /^(?:PIX|PXB|PHB|NODE)$/.test(paths.path(gpu, nic))))
    if (far.length === 0 || near.length === 0) return
    // An adapter on the other socket that the list leaves out: then the list makes it so, not the machine.
    const left = paths.nics.filter(
      (nic) =>
        !used.includes(nic) &&
        setting !== undefined &&
        takenBy(setting, nic.device.device) === false &&
        far.some((gpu) => /^(?:PIX|PXB|PHB|NODE)$/.test(paths.path(gpu, nic))) &&
        sameKind(node, nic, used),
    )
    // With NVLink the data reaches a GPU next to an adapter first (PXN).
    if (left.length === 0 && bestJoint(node) === 'nvlink') return context.notApplicable('pxn')
    context.report({
      severity: left.length > 0 ? 'warning' : 'info',
      variant: left.length > 0 ? 'pinned' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf([
        ...far.slice(0, 4).flatMap((gpu) => rowOf(paths, gpu)),
        ...near.slice(0, 2).flatMap((gpu) => rowOf(paths, gpu)),
        ...(listed ? [listed.source] : []),
        ...(setting && left.length > 0 ? places(setting) : []),
      ]),
      data: {
        node: node.name,
        gpus: far.map((gpu) => gpu.device.name).join(', '),
        nics: used.map((nic) => nic.device.device ?? nic.device.name).join(', '),
        left: left.map((nic) => nic.device.device ?? nic.device.name).join(', '),
        setting: setting?.value ?? '',
      },
    })
  },
})

function crosses(paths: NicPaths, gpu: MatrixDevice, nic: MatrixDevice): boolean {
  return /^(?:SYS|SOC)$/.test(paths.path(gpu, nic))
}

function rowOf(paths: NicPaths, { device }: MatrixDevice) {
  return device.line === undefined ? [] : [sourceRef(paths.topology.source.document, device.line)]
}

/** Of the link layer and rate of those in use, as far as both are known: a storage port is no rail left out. */
function sameKind(node: Node, nic: MatrixDevice, used: readonly MatrixDevice[]): boolean {
  const portOf = (one: MatrixDevice) => node.nics.find((port) => port.device === one.device.device)
  const own = portOf(nic)
  return used.some((one) => {
    const other = portOf(one)
    const layers =
      own?.linkLayer === undefined || other?.linkLayer === undefined || own.linkLayer.value === other.linkLayer.value
    const rates =
      own?.gigabitsPerSecond === undefined ||
      other?.gigabitsPerSecond === undefined ||
      own.gigabitsPerSecond.value === other.gigabitsPerSecond.value
    return layers && rates
  })
}
