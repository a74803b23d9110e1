import type { Node } from '../model/node'
import type { Need } from '../model/rule'
import type { Facts } from '../model/session'

/** When a node has a fact, and the command that would show it. */
export interface NeedTest {
  readonly has: (node: Node, facts: Facts) => boolean
  readonly capture: string
}

const has = (node: Node, ...prefixes: string[]): boolean =>
  node.parsed.some((section) => prefixes.some((prefix) => section.format.startsWith(prefix)))
const ofNode = (node: Node) => (item: { readonly nodes: readonly string[] }) => item.nodes.includes(node.id)

export const needTests: Readonly<Record<Need, NeedTest>> = {
  gpus: { has: (node) => node.gpus.length > 0, capture: 'nvidia-smi -L' },
  'gpu.product': { has: (node) => node.gpus.some((gpu) => gpu.name !== undefined), capture: 'nvidia-smi -L' },
  'gpu.links': {
    has: (node) =>
      node.gpus.some((gpu) => gpu.links.some((link) => link.states.length > 0) || gpu.linkMessage !== undefined),
    capture: 'nvidia-smi nvlink -s',
  },
  'gpu.link-counters': {
    has: (node) => node.gpus.some((gpu) => gpu.links.some((link) => link.counters.length > 0)),
    capture: 'nvidia-smi nvlink -e',
  },
  'gpu.remote-links': {
    has: (node) => node.gpus.some((gpu) => gpu.links.some((link) => link.remote !== undefined)),
    capture: 'nvidia-smi nvlink -R',
  },
  'gpu.query': { has: (node) => node.gpus.some((gpu) => gpu.samples.length > 0), capture: 'nvidia-smi -q' },
  'gpu.pcie': {
    has: (node) =>
      node.gpus.some((gpu) =>
        gpu.samples.some((sample) => sample.values['pcie.width.current'] ?? sample.values['pcie.gen.current']),
      ),
    capture: 'nvidia-smi -q',
  },
  'gpu.load': {
    has: (node) =>
      node.gpus.some((gpu) =>
        gpu.samples.some((sample) => sample.values['pstate'] ?? sample.values['utilization.gpu']),
      ),
    capture: 'nvidia-smi -q  (while the job runs)',
  },
  'gpu.fabric': {
    has: (node) => node.gpus.some((gpu) => gpu.samples.some((sample) => sample.values['fabric.state'])),
    capture: 'nvidia-smi -q',
  },
  topology: { has: (node) => node.topologies.length > 0, capture: 'nvidia-smi topo -m' },
  'topology.nics': {
    has: (node) => node.topologies.some((topology) => topology.devices.some((device) => device.kind === 'nic')),
    capture: 'nvidia-smi topo -m',
  },
  'topology.p2p': { has: (node) => has(node, 'nvidia-smi/topo-p2p'), capture: 'nvidia-smi topo -p2p r' },
  nics: { has: (node) => node.nics.length > 0, capture: 'ibstat' },
  'nic.ports': { has: (node) => node.nics.some((nic) => nic.state !== undefined), capture: 'ibstat' },
  pci: { has: (node) => node.pci.length > 0, capture: 'sudo lspci -vvv' },
  'pci.acs': {
    has: (node) => node.pci.some((fn) => fn.acsControl !== undefined) || has(node, 'host/lspci-fragment'),
    capture: 'sudo lspci -vvv',
  },
  'host.command-line': { has: (node) => node.host.kernelCommandLine !== undefined, capture: 'cat /proc/cmdline' },
  'host.numa': {
    has: (node) => node.host.numaNodes !== undefined || node.host.numaCpus.length > 0,
    capture: 'numactl -H',
  },
  'host.modules': { has: (node) => node.host.modulesCaptured !== undefined, capture: 'lsmod' },
  'kernel-log': { has: (node) => has(node, 'host/kernel-log') || node.events.length > 0, capture: 'sudo dmesg -T' },
  'fabric-manager': {
    has: (node) => has(node, 'host/fabric-manager', 'host/systemctl-status') || node.software.fabricManager.length > 0,
    capture: 'systemctl status nvidia-fabricmanager',
  },
  'nccl.settings': {
    has: (node, facts) =>
      node.settings.length > 0 || facts.communicators.some((comm) => ofNode(node)(comm) && comm.settings.length > 0),
    capture: 'env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf',
  },
  'nccl.log': {
    has: (node, facts) => facts.communicators.some(ofNode(node)) || has(node, 'nccl/log'),
    capture: 'NCCL_DEBUG=INFO (run the job again)',
  },
  'nccl.connections': {
    has: (node, facts) => facts.communicators.some((comm) => ofNode(node)(comm) && comm.connections.length > 0),
    capture: 'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH (run the job again)',
  },
  'nccl.network': {
    has: (node, facts) => facts.communicators.some((comm) => ofNode(node)(comm) && comm.networks.length > 0),
    capture: 'NCCL_DEBUG=INFO (run the job again)',
  },
  runs: { has: (node, facts) => facts.runs.some(ofNode(node)), capture: 'all_reduce_perf -b 8 -e 16G -f 2 -g <GPUs>' },
  'dcgm.dmon': { has: (node) => has(node, 'dcgm/dmon'), capture: 'dcgmi dmon -e 1011,1012,1009,1010 -d 1000 -c 10' },
  'dcgm.health': { has: (node) => has(node, 'dcgm/health', 'dcgm/diag'), capture: 'dcgmi health -c; dcgmi diag -r 1' },
  'two-captures': {
    has: (node) =>
      node.gpus.some((gpu) => gpu.samples.length > 1 || gpu.links.some((link) => hasRepeats(link.counters))),
    capture: 'nvidia-smi -q; nvidia-smi nvlink -e  (twice, some minutes apart, under load)',
  },
  'two-nodes': {
    has: (_node, facts) => facts.nodes.length > 1,
    capture: 'the same captures from a second node of this kind',
  },
}

function hasRepeats(counters: readonly { readonly counter: string }[]): boolean {
  return new Set(counters.map((reading) => reading.counter)).size < counters.length
}
