import { topoP2p } from '../../formats/nvidia-smi/topo-p2p'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { pairEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isGuest, linkFactsVoid, productOf } from '../support/links'

const BAD = /^(?:CNS|TNS|NS|DR|U)$/

/** Peer access between GPUs is refused, asked as read or write. */
export const p2pStatusNotOk = defineRule({
  id: 'p2p-status-not-ok',
  area: 'nvlink',
  since: '0.1',
  needs: ['topology.p2p'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const products = node.gpus.map(productOf)
    const policy = products.some((product) => product?.geforceNoPcieP2P === true)
    for (const section of sectionsOf(node.parsed, topoP2p)) {
      const matrix = section.value
      // The table does not say which ability was asked; NS is the right answer to some questions.
      if (matrix.asked !== 'read' && matrix.asked !== 'write') {
        context.notChecked(['topology.p2p'], 'nvidia-smi topo -p2p r  (with the command line in the capture)')
        continue
      }
      const bad = matrix.cells.flatMap((row, i) =>
        row.flatMap((token, j) => (i < j && BAD.test(token) ? [{ i, j, token }] : [])),
      )
      const first = bad[0]
      if (!first) continue
      const cards = products.every((product) => product !== undefined && (product.bridgeOnly || !product.nvlink))
      const severity = policy || (cards && isGuest(node)) ? 'info' : 'warning'
      const rows = [...new Set(bad.flatMap(({ i, j }) => [i, j]))]
      context.report({
        severity,
        variant: policy ? 'policy' : undefined,
        on: bad
          .slice(0, 28)
          .map(({ i, j }) => pairEntity(node, matrix.devices[i]?.name ?? '', matrix.devices[j]?.name ?? '')),
        evidence: someOf(
          rows.flatMap((row) => {
            const line = matrix.devices[row]?.line
            return line === undefined ? [] : [refIn(section, line)]
          }),
        ),
        data: {
          node: node.name,
          pairs: bad.length,
          pair: `${matrix.devices[first.i]?.name ?? ''}-${matrix.devices[first.j]?.name ?? ''}`,
          status: first.token,
          asked: matrix.asked,
        },
      })
    }
  },
})
