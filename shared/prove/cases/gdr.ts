import { gpuList, lines, ncclLog, topoMatrix, type LogOptions } from '../texts'
import { ibstat } from '../texts-host'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const hosts = ['gn-a07', 'gn-a08']
const using = 'NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:192.0.2.10<0>'
/** Two hosts, one rank each; `receive` is the text behind `via` for both directions. */
const log = (tail: string, options: Partial<LogOptions> = {}): Record<string, string> => ({
  'gn-a07/nccl.txt': ncclLog({
    ranks: 2,
    hosts,
    using,
    via: () => `[receive] NET/IB/0${tail}`,
    ...options,
  }),
})
/** Both machines, adapters at `path` of every GPU. */
const machines = (path: string): Record<string, string> =>
  Object.fromEntries(
    hosts.flatMap((host) => [
      [`${host}/gpus.txt`, gpuList(h100, 2)],
      [`${host}/topo.txt`, topoMatrix({ gpus: 2, pair: () => 'NV18', nics: ['mlx5_0', 'mlx5_1'], nic: () => path })],
    ]),
  )
const near = machines('PIX')
const far = machines('SYS')
const disabled = ["NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'"]
const modules = (...names: string[]): Record<string, string> => ({
  'gn-a07/lsmod.txt': lines([
    'Module                  Size  Used by',
    'nvidia_uvm           1830912  0',
    'nvidia              56823808  12 nvidia_uvm',
    'mlx5_ib               450560  0',
    'mlx5_core            2150400  1 mlx5_ib',
    'ib_core               430080  2 mlx5_ib',
    ...names.map((name) => `${name.padEnd(22)} 16384  0`),
  ]),
})
const port = { 'gn-a07/ibstat.txt': ibstat([{ device: 'mlx5_0' }, { device: 'mlx5_1' }]) }
const noPeers = {
  'gn-a07/peers.txt': "ls: cannot access '/sys/kernel/mm/memory_peers': No such file or directory\n",
}
const completion = (status: number): string =>
  `transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer 192.0.2.11<4242> with status=${status} opcode=129 len=0 vendor err 81 (Recv)`
const peermem = (...seconds: number[]): string =>
  lines(
    seconds.map(
      (at) =>
        `[${at}.000000] nvidia-peermem nv_get_p2p_free_callback:128 ERROR detected invalid context, skipping further processing`,
    ),
  )
const env = (text: string): Record<string, string> => ({ 'gn-a07/env.txt': `${text}\nNCCL_DEBUG=INFO\n` })
const dmabufFailed = 'misc/ibvwrap.cc:299 NCCL WARN Call to ibv_reg_dmabuf_mr failed with error Operation not supported'

export const gdrCases: readonly ProofCase[] = [
  {
    rule: 'gdr-not-used',
    kind: 'fires',
    title: 'receive through the host, adapter near the GPU',
    severity: 'error',
    files: { ...near, ...log('', { info: disabled }) },
  },
  {
    rule: 'gdr-not-used',
    kind: 'fires',
    title: 'place of the adapter not captured',
    severity: 'warning',
    files: log(''),
  },
  { rule: 'gdr-not-used', kind: 'silent', title: 'GDRDMA', files: { ...near, ...log('/GDRDMA') } },
  {
    rule: 'gdr-not-used',
    kind: 'silent',
    title: 'sockets',
    files: log('', { network: 'Socket', using: undefined, via: () => '[receive] NET/Socket/0' }),
  },
  { rule: 'gdr-not-used', kind: 'silent', title: 'adapter across the sockets', files: { ...far, ...log('') } },
  {
    rule: 'gdr-not-used',
    kind: 'silent',
    title: 'two GB10, one of them known by the log alone',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA GB10', 1), ...log('', { info: disabled }) },
  },
  { rule: 'gdr-not-used', kind: 'missing', title: 'no log', files: near },

  {
    rule: 'gdr-module-missing',
    kind: 'fires',
    title: 'with GPUDirect RDMA disabled',
    severity: 'error',
    files: { ...near, ...modules(), ...log('', { info: disabled }) },
  },
  {
    rule: 'gdr-module-missing',
    kind: 'fires',
    title: 'alone it is information',
    severity: 'info',
    files: { ...near, ...port, ...modules() },
  },
  {
    rule: 'gdr-module-missing',
    kind: 'silent',
    title: 'DMA-BUF is in use',
    files: { ...near, ...modules(), ...log('/GDRDMA', { info: ['DMA-BUF is available on GPU device 0'] }) },
  },
  { rule: 'gdr-module-missing', kind: 'silent', title: 'loaded', files: { ...port, ...modules('nvidia_peermem') } },
  { rule: 'gdr-module-missing', kind: 'missing', title: 'no module list', files: port },

  {
    rule: 'gdr-old-nccl-check',
    kind: 'fires',
    title: '2.21 without the path',
    severity: 'error',
    files: {
      ...modules('nvidia_peermem'),
      ...noPeers,
      ...log('', { info: disabled, version: '2.21.5+cuda12.4' }),
    },
  },
  {
    rule: 'gdr-old-nccl-check',
    kind: 'silent',
    title: '2.28',
    files: { ...modules('nvidia_peermem'), ...noPeers, ...log('', { info: disabled }) },
  },
  { rule: 'gdr-old-nccl-check', kind: 'missing', title: 'no module list', files: log('', { info: disabled }) },

  {
    rule: 'gdr-blocked-by-distance',
    kind: 'fires',
    title: 'beyond the default level',
    severity: 'info',
    files: log('', { info: ['NET/IB : GPU Direct RDMA Disabled for GPU 0 / HCA 0 (distance 8 > 5)'] }),
  },
  { rule: 'gdr-blocked-by-distance', kind: 'silent', title: 'near', files: { ...near, ...log('/GDRDMA') } },
  { rule: 'gdr-blocked-by-distance', kind: 'missing', title: 'no log', files: near },

  {
    rule: 'gdr-level-forced',
    kind: 'fires',
    title: 'SYS',
    severity: 'info',
    files: { ...near, ...env('NCCL_NET_GDR_LEVEL=SYS') },
  },
  {
    rule: 'gdr-level-forced',
    kind: 'fires',
    title: 'LOC turns it off',
    severity: 'info',
    files: env('NCCL_NET_GDR_LEVEL=LOC'),
  },
  {
    rule: 'gdr-level-forced',
    kind: 'silent',
    title: 'Grace gains by it',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA GH200 480GB', 1), ...env('NCCL_NET_GDR_LEVEL=SYS') },
  },
  { rule: 'gdr-level-forced', kind: 'silent', title: 'PIX', files: { ...near, ...env('NCCL_NET_GDR_LEVEL=PIX') } },
  { rule: 'gdr-level-forced', kind: 'missing', title: 'no settings', files: near },

  {
    rule: 'gdr-acs-fault',
    kind: 'fires',
    title: 'status 4',
    severity: 'error',
    files: log('/GDRDMA', { warn: [completion(4)] }),
  },
  {
    rule: 'gdr-acs-fault',
    kind: 'fires',
    title: 'status 10 may be it',
    severity: 'info',
    files: log('/GDRDMA', { warn: [completion(10)] }),
  },
  { rule: 'gdr-acs-fault', kind: 'silent', title: 'a timeout', files: log('/GDRDMA', { warn: [completion(12)] }) },
  { rule: 'gdr-acs-fault', kind: 'missing', title: 'no log', files: near },

  {
    rule: 'gdr-dmabuf-unsupported',
    kind: 'fires',
    title: 'and init fails',
    severity: 'warning',
    files: log('', { version: '2.13.4+cuda11.7', warn: [dmabufFailed], initComplete: false }),
  },
  {
    rule: 'gdr-dmabuf-unsupported',
    kind: 'silent',
    title: 'NCCL went on with peer memory',
    files: log('/GDRDMA', { warn: [dmabufFailed] }),
  },
  { rule: 'gdr-dmabuf-unsupported', kind: 'missing', title: 'no log', files: near },

  {
    rule: 'peermem-invalid-context',
    kind: 'fires',
    title: 'again and again',
    severity: 'info',
    files: { 'gn-a07/dmesg.txt': peermem(100, 900, 4000) },
  },
  {
    rule: 'peermem-invalid-context',
    kind: 'silent',
    title: 'one burst',
    files: { 'gn-a07/dmesg.txt': peermem(100, 101, 102) },
  },
  { rule: 'peermem-invalid-context', kind: 'missing', title: 'no kernel log', files: near },
]
