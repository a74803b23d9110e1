import { keysOfRule } from '../knowledge/bottlenecks'
import type { Finding, MessageData } from '../model/finding'
import type { Facts } from '../model/session'
import { bandwidthFindings, explainBandwidth } from './explain'
import { explainFailures } from './explain-events'
import { feltSettings } from './explain-settings'

/**
 * One cause, its consequences under it. A pair applies when both findings concern a common node and, if `same` is given, share an
 * entity of that kind (the same GPU, the same run). The order of `foldings` is the order of causes: the first that fits keeps it.
 */
export interface Folding {
  readonly cause: string
  readonly consequences: readonly string[]
  /** Only for these variants of the cause, or of the consequence: a setting that turns a thing off explains its absence, another not. */
  readonly causeVariant?: string
  readonly variant?: string
  readonly same?: 'gpu' | 'run' | 'communicator' | 'nic' | 'setting'
  /** Why the one explains the other; shown in docs/rules.md. */
  readonly because: string
}

export const foldings: readonly Folding[] = [
  {
    cause: 'xid-off-bus',
    consequences: [
      'sxid-fatal',
      'sxid-nonfatal',
      'xid-secondary',
      'xid-nvlink',
      'gpu-count-below-expected',
      'nvlink-all-inactive',
    ],
    because: 'a GPU that is gone takes its links with it, and the switches report their ports',
  },
  {
    cause: 'xid-nvlink',
    consequences: [
      'nvlink-all-inactive',
      'nvlink-inactive',
      'xid-secondary',
      'sxid-fatal',
      'sxid-nonfatal',
      'dcgm-nvlink-down',
    ],
    because: 'the driver took the link down after the error',
  },
  {
    cause: 'dcgm-nvlink-down',
    consequences: ['dcgm-diag-fail'],
    variant: 'links',
    because: 'the test fails for these links and for nothing else',
  },
  {
    cause: 'dcgm-nvlink-down',
    consequences: ['dcgm-diag-fail'],
    variant: 'no-links',
    because: 'the test asks for links that the card has not',
  },
  {
    cause: 'xid-hardware',
    consequences: ['xid-secondary'],
    because: 'later Xids of a burst are its consequences',
  },
  {
    cause: 'fabric-manager-version-mismatch',
    consequences: [
      'fabric-manager-not-running',
      'fabric-not-completed',
      'nvlink-all-inactive',
      'nvlink-inactive',
      'gpu-pair-without-nvlink',
    ],
    because: 'the manager exits, and the fabric never comes up',
  },
  {
    cause: 'fabric-nvswitch-missing',
    consequences: [
      'fabric-manager-not-running',
      'fabric-not-completed',
      'nvlink-all-inactive',
      'gpu-pair-without-nvlink',
    ],
    because: 'without its switches the fabric cannot come up',
  },
  {
    cause: 'fabric-manager-not-running',
    consequences: ['fabric-not-completed', 'nvlink-all-inactive', 'gpu-pair-without-nvlink'],
    because: 'nobody sets up the fabric',
  },
  {
    cause: 'fabric-not-completed',
    consequences: ['nvlink-inactive', 'nvlink-all-inactive', 'gpu-pair-without-nvlink', 'nvlink-count-below-product'],
    because: 'links come up when the fabric does',
  },
  {
    cause: 'nccl-p2p-disabled',
    consequences: ['nccl-shm-inside-node', 'nccl-net-inside-node'],
    same: 'communicator',
    because: 'with P2P off, ranks of one host use shared memory, and the network if that is off too',
  },
  {
    cause: 'nccl-p2p-disabled',
    consequences: ['busbw-below-expected', 'busbw-collapse-large', 'nccl-algo-pinned'],
    same: 'run',
    because: 'the bandwidth is that of host memory',
  },
  {
    cause: 'nccl-shm-disabled',
    consequences: ['nccl-net-inside-node'],
    same: 'communicator',
    because: 'without shared memory what has no peer access goes through the network',
  },
  {
    cause: 'nccl-proto-ll-pinned',
    consequences: ['busbw-below-expected', 'busbw-internode-low', 'wrong-results', 'nccl-algo-pinned'],
    same: 'run',
    because: 'LL moves half payload, and LL128 needs an order of stores that not every path keeps',
  },
  {
    cause: 'nccl-channels-pinned',
    consequences: ['busbw-below-expected', 'busbw-internode-low', 'nccl-algo-pinned'],
    same: 'run',
    because: 'too few channels or too small buffers cannot fill the links',
  },
  {
    cause: 'nccl-shm-disabled',
    consequences: ['busbw-below-expected'],
    same: 'run',
    because: 'the bandwidth is that of the network inside the node',
  },
  {
    cause: 'nccl-net-inside-node',
    consequences: ['busbw-below-expected'],
    same: 'run',
    because: 'the bandwidth is that of the network inside the node',
  },
  {
    cause: 'nccl-shm-inside-node',
    consequences: ['busbw-below-expected'],
    same: 'run',
    because: 'the bandwidth is that of host memory',
  },
  {
    cause: 'nccl-algo-pinned',
    consequences: ['nccl-value-invalid'],
    same: 'setting',
    because: 'NCCL refused the very list that is not valid',
  },
  {
    cause: 'nccl-nvls-bind-failed',
    consequences: ['nccl-nvls-disabled'],
    because: 'NVLS was switched off to get past the failure',
  },
  {
    cause: 'nccl-plugin-failed',
    consequences: ['nccl-socket-transport', 'nccl-verbs-missing'],
    because: 'without its plugin NCCL falls back to TCP',
  },
  {
    cause: 'nccl-ib-disabled',
    consequences: ['nccl-socket-transport'],
    because: 'without the RDMA network NCCL falls back to TCP',
  },
  {
    cause: 'nccl-verbs-missing',
    consequences: ['nccl-socket-transport'],
    because: 'without the verbs library NCCL falls back to TCP',
  },
  {
    cause: 'nccl-hca-not-found',
    consequences: ['nccl-socket-transport'],
    because: 'no adapter of the list exists, so NCCL falls back to TCP',
  },
  {
    cause: 'nccl-socket-transport',
    consequences: ['busbw-internode-low'],
    same: 'run',
    because: 'the bandwidth is that of TCP',
  },
  {
    cause: 'nccl-cross-nic',
    consequences: ['nccl-qp-connect-failed'],
    because: 'rails that are not joined cannot connect to each other',
  },
  {
    cause: 'nccl-topo-file-wrong',
    consequences: ['nccl-topo-absurd-bandwidth'],
    because: 'the file, not the machine, says what the graph shows',
  },
  {
    cause: 'xid-off-bus',
    consequences: ['pcie-aer-fatal', 'pcie-aer-corrected'],
    because: 'the bus reports the GPU that left it',
  },
  {
    cause: 'pcie-aer-fatal',
    consequences: ['gpu-count-below-expected', 'pcie-aer-corrected'],
    because: 'the device behind the link is gone until it is reset',
  },
  {
    cause: 'pcie-width-downgraded',
    consequences: ['replay-errors-growing'],
    same: 'gpu',
    because: 'a link that lost lanes is slow and sends again',
  },
  {
    cause: 'acs-enabled',
    consequences: ['gdr-acs-fault'],
    because: 'redirected packets never reach the memory of the GPU',
  },
  {
    cause: 'gdr-old-nccl-check',
    consequences: ['gdr-not-used'],
    because: 'NCCL does not see the module that is loaded',
  },
  {
    cause: 'gdr-module-missing',
    consequences: ['gdr-not-used'],
    because: 'without the module the adapter cannot reach the memory of the GPU',
  },
  {
    cause: 'gdr-level-forced',
    causeVariant: 'off',
    consequences: ['gdr-not-used'],
    because: 'the setting turns it off',
  },
  {
    cause: 'roce-lossy-fabric',
    consequences: ['busbw-collapse-large'],
    same: 'run',
    because: 'the fall at large sizes is that of lost packets',
  },
  {
    cause: 'ib-link-flap',
    consequences: ['nccl-ib-error-12', 'ib-error-counters'],
    because: 'while a port is down its packets are not acknowledged',
  },
  {
    cause: 'roce-gid-link-local',
    consequences: ['nccl-qp-connect-failed'],
    because: 'the address does not reach the peer',
  },
  {
    cause: 'roce-mtu-mismatch',
    consequences: ['nccl-ib-error-12'],
    because: 'packets larger than the smaller MTU are lost',
  },
  {
    cause: 'nvlink-inactive',
    consequences: [
      'nvlink-count-below-product',
      'nvlink-asymmetric-pair',
      'dcgm-nvlink-down',
      'busbw-below-expected',
      'topo-vs-nvlink-count',
      'nvlink-switch-path-missing',
    ],
    because: 'the dead links are what the other captures count',
  },
]

const severityOrder = { error: 0, warning: 1, info: 2 } as const

/**
 * Puts consequences under their causes. A finding that is folded keeps its severity; it only leaves the top level. Low bandwidth goes
 * where a predicted loss fits (explain.ts), NCCL failures under the hardware event just before (explain-events.ts), the rest by list.
 */
export function fold(raw: readonly Finding[], facts: Facts): readonly Finding[] {
  const bandwidth = explainBandwidth(raw, facts)
  const failures = explainFailures(raw, facts)
  const felt = feltSettings(raw)
  const findings = raw.map((finding) => bandwidth.replaced.get(finding.id) ?? felt.get(finding.id) ?? finding)
  const parent = new Map<string, string>()
  for (const [id, { cause }] of [...bandwidth.causes, ...failures]) parent.set(id, cause)
  for (const folding of foldings) {
    for (const cause of findings.filter((finding) => finding.rule === folding.cause)) {
      for (const finding of findings) {
        if (!folding.consequences.includes(finding.rule) || parent.has(finding.id) || finding.id === cause.id) continue
        if (rootOf(cause.id, parent) === finding.id || !concern(cause, finding, folding)) continue
        // Whether a cause of known effect explains a figure was settled by the figure.
        if (bandwidthFindings.has(finding.rule) && keysOfRule(cause.rule).length > 0) continue
        // A mild remark never hides a grave finding: information folds nothing but information.
        if (cause.severity === 'info' && severityOrder[finding.severity] < severityOrder.info) continue
        parent.set(finding.id, cause.id)
      }
    }
  }
  const children = new Map<string, Finding[]>()
  for (const finding of findings) {
    const cause = parent.get(finding.id)
    if (cause === undefined) continue
    const root = rootOf(cause, parent)
    children.set(root, [...(children.get(root) ?? []), finding])
  }
  const told = new Map<string, MessageData>()
  const explanations = [...bandwidth.causes.values()].sort((a, b) => a.loss - b.loss)
  for (const { cause, data } of [...explanations, ...failures.values()]) {
    const root = rootOf(cause, parent)
    told.set(root, { ...told.get(root), ...data })
  }
  return findings
    .filter((finding) => !parent.has(finding.id))
    .map((finding) => ({
      ...finding,
      data: { ...finding.data, ...told.get(finding.id) },
      folds: children.get(finding.id) ?? [],
    }))
}

function rootOf(id: string, parent: ReadonlyMap<string, string>): string {
  let root = id
  for (let up = parent.get(root); up !== undefined; up = parent.get(root)) root = up
  return root
}

function concern(cause: Finding, finding: Finding, folding: Folding): boolean {
  if (!cause.nodes.some((node) => finding.nodes.includes(node))) return false
  if (folding.causeVariant !== undefined && cause.variant !== folding.causeVariant) return false
  if (folding.variant !== undefined && finding.variant !== folding.variant) return false
  if (!folding.same) return true
  const ids = new Set(cause.on.filter((entity) => entity.kind === folding.same).map((entity) => entity.id))
  return finding.on.some((entity) => entity.kind === folding.same && ids.has(entity.id))
}
