import { jobsOfNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import { communicatorEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { hostCount, logsOf, warningsOf } from '../support/logs'
import { pluginFabric } from '../support/rdma'

const OFI_FAILED =
  /NET\/OFI .{0,40}(?:Could not find any optimal provider|Only EFA provider is supported)|fi_getinfo.{0,80}empty list/
const PLUGIN_NETWORK = /libfabric|OFI|FasTrak|gIB/i

/** The network of this machine needs its plugin, and NCCL runs without it. */
export const ncclPluginFailed = defineRule({
  id: 'nccl-plugin-failed',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'a later line shows that a provider was found after all',
  check(node, context) {
    // libfabric asks each provider in turn: an empty list counts only where no plugin network came of it.
    const inUse = logsOf(node).some((log) =>
      log.own(log.log.networks).some((line) => PLUGIN_NETWORK.test(line.network)),
    )
    const said = warningsOf(node, OFI_FAILED).filter(({ warning }) => !inUse || !/fi_getinfo/.test(warning.text))
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
