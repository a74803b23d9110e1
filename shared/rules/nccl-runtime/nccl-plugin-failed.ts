import { jobsOfNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import { communicatorEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { hostCount, logsOf, warningsOf } from '../support/logs'
import { pluginFabric } from '../support/rdma'

const OFI_FAILED =
  /NET\/OFI .{0,40}(?:Could not find any optimal provider|Only EFA provider is supported)|fi_getinfo.{0,80}empty list/

/** The network of this machine needs its plugin, and NCCL runs without it. */
export const ncclPluginFailed = defineRule({
  id: 'nccl-plugin-failed',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const said = warningsOf(node, OFI_FAILED)
    const fabric = pluginFabric(node, context.facts)
    const search = logsOf(node).flatMap((log) =>
      log
        .own(log.log.plugins)
        .filter((plugin) => plugin.kind === 'NET')
        .map((plugin) => log.at(plugin)),
    )
    if (said.length > 0) {
      context.report({
        severity: 'error',
        on: [nodeEntity(node)],
        evidence: someOf([...said.map((one) => one.source), ...(fabric?.evidence ?? []), ...search.slice(0, 3)]),
        data: { node: node.name, fabric: fabric?.kind ?? 'efa' },
      })
      return
    }
    if (!fabric) return context.notApplicable('no-plugin-network')
    for (const job of jobsOfNode(node, context.facts)) {
      const networks = job.communicators.flatMap((communicator) => communicator.networks)
      if ((hostCount(job) ?? 0) < 2 || networks.length === 0) continue
      if (!networks.every((network) => /^socket$/i.test(network.value))) continue
      context.report({
        severity: 'error',
        variant: 'fallback',
        on: [nodeEntity(node), ...job.communicators.slice(0, 4).map(communicatorEntity)],
        evidence: someOf([
          ...logsOf(node).flatMap((log) =>
            log
              .own(log.log.networks)
              .slice(0, 2)
              .map((line) => log.at(line)),
          ),
          ...fabric.evidence,
          ...search.slice(0, 3),
        ]),
        data: { node: node.name, fabric: fabric.kind },
      })
      return
    }
  },
})
