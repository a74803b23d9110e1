import type { LogItem } from '../../formats/nccl/log-types'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { productOf } from '../support/links'
import { logsOf, type NodeLog } from '../support/logs'
import { activePorts, pluginFabric } from '../support/rdma'

/** Lines that look like faults and are none: plugins that nobody installed, an RDMA search on a machine without adapters. */
export const ncclPluginAbsentOk = defineRule({
  id: 'nccl-plugin-absent-ok',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    if (pluginFabric(node, context.facts)) return context.notApplicable('plugin-required')
    const rdma = activePorts(node).length > 0
    const products = node.gpus.map(productOf)
    const preHopper = products.length > 0 && products.every((product) => product && !product.nvlsCapable)
    const kinds = new Map<string, { readonly log: NodeLog; readonly item: LogItem }>()
    for (const log of logsOf(node)) {
      const add = (kind: string, item: LogItem | undefined): void => {
        if (item && !kinds.has(kind)) kinds.set(kind, { log, item })
      }
      const plugins = log.own(log.log.plugins)
      for (const plugin of plugins.filter((one) => one.outcome === 'not-found')) add(`${plugin.kind} plugin`, plugin)
      if (!rdma) {
        add(
          'NET/IB',
          log.own(log.log.notices).find((notice) => /^NET\/IB ?: No device found/.test(notice.text)),
        )
      }
      add(
        'dlvsym',
        log.own(log.log.notices).find((notice) => notice.text.startsWith('dlvsym failed on mlx5dv')),
      )
      add(
        'affinity',
        log.own(log.log.affinities).find((line) => line.form === 'empty'),
      )
      if (preHopper) {
        add(
          'NVLS',
          log.own(log.log.nvls).find((line) => !line.available),
        )
      }
    }
    if (kinds.size === 0) return
    context.report({
      severity: 'info',
      on: [nodeEntity(node)],
      evidence: someOf([...kinds.values()].map(({ log, item }) => log.at(item))),
      data: { node: node.name, kinds: [...kinds.keys()].join(', '), count: kinds.size },
    })
  },
})
