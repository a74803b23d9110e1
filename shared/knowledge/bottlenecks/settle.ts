import type { RunFacts } from './context'
import type { BottleneckKey } from './types'

interface Meaning {
  readonly rules: readonly string[]
  readonly settle: readonly string[]
}

const log = 'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,NET,TUNING <the same command>'

/** Rules that prove a cause, and what to run to settle it. */
const meanings: Readonly<Record<BottleneckKey, Meaning>> = {
  'ring-without-nvls': {
    rules: ['nccl-nvls-disabled', 'nccl-nvls-bind-failed', 'nccl-algo-pinned'],
    settle: [
      'NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,TUNING,NVLS <the same command>',
      'NCCL_NVLS_ENABLE=1 <the same command>',
    ],
  },
  'protocol-ll': { rules: ['nccl-proto-ll-pinned'], settle: [log, 'env -u NCCL_PROTO <the same command>'] },
  'protocol-ll128': { rules: ['nccl-proto-ll-pinned'], settle: ['env -u NCCL_PROTO <the same command>'] },
  'tree-pinned': { rules: ['nccl-algo-pinned'], settle: ['env -u NCCL_ALGO <the same command>'] },
  'few-channels': {
    rules: ['nccl-channels-pinned'],
    settle: [log, 'env -u NCCL_MAX_NCHANNELS -u NCCL_MAX_CTAS <the same command>'],
  },
  'small-buffers': { rules: ['nccl-channels-pinned'], settle: [log, 'env -u NCCL_BUFFSIZE <the same command>'] },
  'few-threads': { rules: ['nccl-channels-pinned'], settle: ['env -u NCCL_NTHREADS <the same command>'] },
  'pcie-p2p': {
    rules: ['gpu-pair-without-nvlink', 'nvlink-all-inactive', 'fabric-manager-not-running', 'fabric-not-completed'],
    settle: ['nvidia-smi topo -m', 'nvidia-smi nvlink -s', log],
  },
  'shared-memory': {
    rules: [
      'nccl-p2p-disabled',
      'nccl-p2p-level-forced',
      'nccl-shm-inside-node',
      'p2p-status-not-ok',
      'nvlink-p2p-disabled',
    ],
    settle: [log, 'nvidia-smi topo -p2p r'],
  },
  'network-inside-node': {
    rules: ['nccl-net-inside-node', 'nccl-p2p-disabled', 'nccl-shm-disabled'],
    settle: [log, 'env -u NCCL_P2P_DISABLE -u NCCL_SHM_DISABLE <the same command>'],
  },
  'lanes-down': {
    rules: [
      'nvlink-inactive',
      'nvlink-count-below-product',
      'nvlink-asymmetric-pair',
      'nvlink-bridge-partial',
      'nvlink-switch-path-missing',
      'xid-nvlink',
    ],
    settle: ['nvidia-smi nvlink -s', 'nvidia-smi nvlink -e'],
  },
  clocks: {
    rules: ['clocks-power-capped', 'clocks-hw-slowdown', 'clocks-locked-low'],
    settle: ['nvidia-smi -q -d PERFORMANCE,CLOCK,POWER,TEMPERATURE   (while the run goes on)'],
  },
  'no-interface': {
    rules: ['nccl-socket-ifname-bad'],
    settle: ['ip -brief address', 'env -u NCCL_SOCKET_IFNAME <the same command>'],
  },
  sockets: {
    rules: [
      'nccl-socket-transport',
      'nccl-ib-disabled',
      'nccl-verbs-missing',
      'nccl-hca-not-found',
      'nccl-plugin-failed',
    ],
    settle: [log, 'ibv_devinfo'],
  },
  'no-gdr': {
    rules: [
      'gdr-not-used',
      'gdr-module-missing',
      'gdr-old-nccl-check',
      'gdr-blocked-by-distance',
      'gdr-level-forced',
      'gdr-dmabuf-unsupported',
    ],
    settle: [log, 'lsmod | grep -i peermem', 'ib_write_bw -d <device> --use_cuda=0 --report_gbits -a'],
  },
  'redirected-dma': {
    rules: ['acs-enabled', 'iommu-on', 'gdr-acs-fault'],
    settle: ['sudo lspci -vvv', 'cat /proc/cmdline', 'ib_write_bw -d <device> --use_cuda=0 --report_gbits -a'],
  },
  'one-nic': { rules: ['nccl-one-nic-used', 'nccl-hca-subset'], settle: [log, 'ibstat', 'nvidia-smi topo -m'] },
  'few-nics': {
    rules: ['nccl-hca-subset', 'nccl-one-nic-used', 'ib-port-down', 'ib-port-init'],
    settle: [log, 'ibstat', 'nvidia-smi topo -m'],
  },
  'slow-port': {
    rules: ['ib-rate-below-peers', 'nic-pcie-below-port'],
    settle: ['ibstat', 'ib_write_bw -d <device> --report_gbits -a'],
  },
  'bond-single-qp': {
    rules: ['roce-bond-single-qp'],
    settle: ['NCCL_IB_QPS_PER_CONNECTION=4 NCCL_IB_SPLIT_DATA_ON_QPS=1 <the same command>'],
  },
}

export function rulesOf(key: BottleneckKey): readonly string[] {
  return meanings[key].rules
}

/** The causes that a rule speaks of; several where a variable has several effects. */
export function keysOfRule(rule: string): readonly BottleneckKey[] {
  return (Object.keys(meanings) as BottleneckKey[]).filter((key) => meanings[key].rules.includes(rule))
}

/** With the run's own command line where it was captured. */
export function settleOf(key: BottleneckKey, { run }: RunFacts): readonly string[] {
  const command = commandOf(run.command, run.ranks)
  return meanings[key].settle.map((text) => text.replace('<the same command>', command))
}

/** Binary and options without the variables set in front of it. */
function commandOf(captured: string | undefined, ranks: number | undefined): string {
  const words = captured?.trim().split(/\s+/) ?? []
  const start = words.findIndex((word) => !/^[A-Z_][A-Z0-9_]*=/.test(word))
  const bare = start >= 0 ? words.slice(start).join(' ') : ''
  return bare !== '' ? bare : `all_reduce_perf -b 64M -e 8G -f 2 -g ${ranks ?? '<GPUs>'}`
}
