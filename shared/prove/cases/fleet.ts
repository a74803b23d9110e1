import { gpuList, lines, ncclLog, topoMatrix } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const versions = (driver: string): string =>
  lines(['$ nvidia-smi --version', `NVIDIA-SMI version  : ${driver}`, `DRIVER version      : ${driver}`])
const hosts = ['gn-a07', 'gn-a08']
const using = (count: number): string =>
  `NET/IB : Using ${Array.from({ length: count }, (_, i) => `[${i}]mlx5_${i}:1/IB`).join(' ')} [RO]; OOB eth0:192.0.2.10<0>`
/** A job over two nodes; `edit` changes what the second one printed. */
const job = (
  options: Partial<Parameters<typeof ncclLog>[0]>,
  edit: (line: string) => string = (line) => line,
): string =>
  lines(
    ncclLog({ ranks: 4, hosts, using: using(4), ...options })
      .trimEnd()
      .split('\n')
      .map((line) => (line.startsWith('gn-a08:') ? edit(line) : line)),
  )
const onlyOneNode = { 'case/run.txt': ncclLog({ ranks: 2, using: using(4) }) }
const gids = (host: string, nets: readonly number[]): string =>
  lines([
    `root@${host}:~# show_gids`,
    'DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4\t\tVER\tDEV',
    '---\t----\t-----\t---\t\t\t\t\t------------\t---\t---',
    ...nets.map(
      (net, i) =>
        `mlx5_${i}\t1\t3\t0000:0000:0000:0000:0000:ffff:0a${net.toString(16).padStart(2, '0')}:000${host.endsWith('7') ? 7 : 8}\t10.${net}.0.${host.endsWith('7') ? 7 : 8}\tv2\teth${i + 1}`,
    ),
  ])
const commandLine = (words: string): string =>
  `$ cat /proc/cmdline\nBOOT_IMAGE=/boot/vmlinuz-6.8.0-60-generic root=UUID=0f3a ro ${words}\n`
const matrix = (far: boolean): string =>
  topoMatrix({
    gpus: 8,
    pair: () => 'NV18',
    nics: ['mlx5_0', 'mlx5_1'],
    nic: (gpu, nic) => (gpu < 4 === (nic === 0) ? (far && nic === 1 ? 'NODE' : 'PXB') : 'SYS'),
  })
const machine = (host: string, far: boolean): Record<string, string> => ({
  [`${host}/gpus.txt`]: gpuList(h100, 8),
  [`${host}/topo.txt`]: matrix(far),
})

export const fleetCases: readonly ProofCase[] = [
  {
    rule: 'mixed-driver-versions',
    kind: 'fires',
    title: 'two branches on three nodes',
    severity: 'warning',
    files: {
      'gn-a07/version.txt': versions('570.158.01'),
      'gn-a08/version.txt': versions('570.158.01'),
      'gn-a09/version.txt': versions('535.129.03'),
    },
  },
  {
    rule: 'mixed-driver-versions',
    kind: 'fires',
    title: 'two patch levels are a remark',
    severity: 'info',
    files: { 'gn-a07/version.txt': versions('570.158.01'), 'gn-a08/version.txt': versions('570.124.06') },
  },
  {
    rule: 'mixed-driver-versions',
    kind: 'fires',
    title: 'two branches in one job',
    severity: 'error',
    files: {
      'case/run.txt': job({}),
      'gn-a07/version.txt': `root@gn-a07:~# nvidia-smi --version\n${versions('570.158.01')}`,
      'gn-a08/version.txt': `root@gn-a08:~# nvidia-smi --version\n${versions('535.129.03')}`,
    },
  },
  {
    rule: 'mixed-driver-versions',
    kind: 'silent',
    title: 'the short form of the same version',
    files: { 'gn-a07/version.txt': versions('570.158.01'), 'gn-a08/version.txt': versions('570.158') },
  },
  {
    rule: 'mixed-driver-versions',
    kind: 'missing',
    title: 'one node only',
    files: { 'gn-a07/version.txt': versions('570.158.01') },
  },

  {
    rule: 'mixed-nccl-versions',
    kind: 'fires',
    title: 'two releases in one job',
    severity: 'error',
    files: { 'case/run.txt': job({}) + 'gn-a08:1002:2002 [0] NCCL INFO NCCL version 2.27.3+cuda12.9\n' },
  },
  {
    rule: 'mixed-nccl-versions',
    kind: 'silent',
    title: 'one release built for two toolkits',
    files: { 'case/run.txt': job({}) + 'gn-a08:1002:2002 [0] NCCL INFO NCCL version 2.28.9+cuda12.9\n' },
  },
  {
    rule: 'mixed-nccl-versions',
    kind: 'silent',
    title: 'two separate jobs of two nodes',
    files: {
      'gn-a07/run.txt': ncclLog({ ranks: 2, host: 'gn-a07', commId: '0xa1' }),
      'gn-a08/run.txt': ncclLog({ ranks: 2, host: 'gn-a08', commId: '0xa2', version: '2.21.5+cuda12.4' }),
    },
  },
  { rule: 'mixed-nccl-versions', kind: 'missing', title: 'one node only', files: onlyOneNode },

  {
    rule: 'node-plugin-differs',
    kind: 'fires',
    title: 'one host without the plugin',
    severity: 'error',
    files: {
      'case/run.txt': job({ network: 'IBext_v10' }, (line) =>
        line.replace('Using network IBext_v10', 'Using network IB'),
      ),
    },
  },
  {
    rule: 'node-plugin-differs',
    kind: 'silent',
    title: 'no plugin anywhere',
    files: {
      'case/run.txt': job({ info: ['NET/Plugin: Could not find: libnccl-net.so. Using internal network plugin.'] }),
    },
  },
  { rule: 'node-plugin-differs', kind: 'missing', title: 'one node only', files: onlyOneNode },

  {
    rule: 'node-env-differs',
    kind: 'fires',
    title: 'another protocol on one host',
    severity: 'error',
    files: {
      'case/run.txt': job({ settings: { NCCL_PROTO: 'Simple' } }, (line) => line.replace('to Simple', 'to LL')),
    },
  },
  {
    rule: 'node-env-differs',
    kind: 'fires',
    title: 'a tuning variable of one host',
    severity: 'warning',
    files: {
      'case/run.txt': job({ settings: { NCCL_IB_TIMEOUT: 22 } }, (line) =>
        line.replace('TIMEOUT set by environment to 22', 'TIMEOUT set by environment to 14'),
      ),
    },
  },
  {
    rule: 'node-env-differs',
    kind: 'silent',
    title: 'interface and debug file follow the host, adapters have other names',
    files: {
      'case/run.txt': job(
        { settings: { NCCL_SOCKET_IFNAME: 'eth0', NCCL_DEBUG_FILE: '/tmp/a', NCCL_IB_HCA: '=mlx5_0,mlx5_1' } },
        (line) =>
          line
            .replace('to eth0', 'to bond0')
            .replace('to /tmp/a', 'to /tmp/b')
            .replace('=mlx5_0,mlx5_1', '=mlx5_2,mlx5_3'),
      ),
    },
  },
  {
    rule: 'node-env-differs',
    kind: 'silent',
    title: 'one host did not need to read it',
    files: {
      'case/run.txt': lines(
        job({ settings: { NCCL_IB_TIMEOUT: 22, NCCL_ALGO: 'Ring' } })
          .trimEnd()
          .split('\n')
          .filter((line) => !(line.startsWith('gn-a08:') && line.includes('NCCL_IB_TIMEOUT'))),
      ),
    },
  },
  { rule: 'node-env-differs', kind: 'missing', title: 'one node only', files: onlyOneNode },

  {
    rule: 'node-hca-set-differs',
    kind: 'fires',
    title: 'a port fewer on one host',
    severity: 'error',
    files: { 'case/run.txt': job({}, (line) => line.replace(' [3]mlx5_3:1/IB', '')) },
  },
  {
    rule: 'node-hca-set-differs',
    kind: 'fires',
    title: 'logs that end before a communicator is named',
    severity: 'warning',
    files: {
      'gn-a07/log.txt': `gn-a07:10:11 [0] NCCL INFO ${using(8)}\n`,
      'gn-a08/log.txt': `gn-a08:20:21 [0] NCCL INFO ${using(9)}\n`,
    },
  },
  {
    rule: 'node-hca-set-differs',
    kind: 'silent',
    title: 'the same number under other names',
    files: { 'case/run.txt': job({}, (line) => line.replaceAll(/\]mlx5_(\d):/g, ']ibp$1s0:')) },
  },
  { rule: 'node-hca-set-differs', kind: 'missing', title: 'no log', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'rail-mismatch',
    kind: 'fires',
    title: 'two rails swapped on one host',
    severity: 'warning',
    files: {
      'case/run.txt': job({}),
      'case/a.txt': gids('gn-a07', [1, 2, 3, 4]),
      'case/b.txt': gids('gn-a08', [2, 1, 3, 4]),
    },
  },
  {
    rule: 'rail-mismatch',
    kind: 'silent',
    title: 'the same order',
    files: {
      'case/run.txt': job({}),
      'case/a.txt': gids('gn-a07', [1, 2, 3, 4]),
      'case/b.txt': gids('gn-a08', [1, 2, 3, 4]),
    },
  },
  {
    rule: 'rail-mismatch',
    kind: 'silent',
    title: 'all adapters in one subnet',
    files: {
      'case/run.txt': job({}),
      'case/a.txt': gids('gn-a07', [1, 1, 1, 1]),
      'case/b.txt': gids('gn-a08', [1, 1, 1, 1]),
      'case/a2.txt': gids('gn-a07', [1, 1, 1, 1]),
    },
  },
  { rule: 'rail-mismatch', kind: 'missing', title: 'no addresses', files: { 'case/run.txt': job({}) } },

  {
    rule: 'node-topo-differs',
    kind: 'fires',
    title: 'an adapter in another slot',
    severity: 'warning',
    files: { ...machine('gn-a07', false), ...machine('gn-a08', false), ...machine('gn-a09', true) },
  },
  {
    rule: 'node-topo-differs',
    kind: 'silent',
    title: 'adapters numbered otherwise',
    files: {
      ...machine('gn-a07', false),
      'gn-a08/gpus.txt': gpuList(h100, 8),
      'gn-a08/topo.txt': topoMatrix({
        gpus: 8,
        pair: () => 'NV18',
        nics: ['mlx5_1', 'mlx5_0'],
        nic: (gpu, nic) => (gpu < 4 === (nic === 1) ? 'PXB' : 'SYS'),
      }),
    },
  },
  {
    rule: 'node-topo-differs',
    kind: 'silent',
    title: 'another model',
    files: {
      ...machine('gn-a07', false),
      'gn-b01/gpus.txt': gpuList('NVIDIA A100-SXM4-80GB', 8),
      'gn-b01/topo.txt': topoMatrix({ gpus: 8, pair: () => 'NV12' }),
    },
  },
  { rule: 'node-topo-differs', kind: 'missing', title: 'one node only', files: machine('gn-a07', false) },

  {
    rule: 'node-kernel-setting-differs',
    kind: 'fires',
    title: 'another IOMMU setting',
    severity: 'info',
    files: { 'gn-a07/cmdline.txt': commandLine('iommu=pt'), 'gn-a08/cmdline.txt': commandLine('intel_iommu=on') },
  },
  {
    rule: 'node-kernel-setting-differs',
    kind: 'silent',
    title: 'other words of the command line',
    files: {
      'gn-a07/cmdline.txt': commandLine('iommu=pt quiet'),
      'gn-a08/cmdline.txt': commandLine('iommu=pt nosplash'),
    },
  },
  {
    rule: 'node-kernel-setting-differs',
    kind: 'missing',
    title: 'nothing below CUDA captured',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8), 'gn-a08/gpus.txt': gpuList(h100, 8) },
  },

  {
    rule: 'node-gpu-model-mixed',
    kind: 'fires',
    title: 'two models in one session',
    severity: 'info',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8), 'gn-b01/gpus.txt': gpuList('NVIDIA A100-SXM4-80GB', 8) },
  },
  {
    rule: 'node-gpu-model-mixed',
    kind: 'fires',
    title: 'two models in one job',
    severity: 'warning',
    files: {
      'case/run.txt': job({}),
      'gn-a07/gpus.txt': `root@gn-a07:~# nvidia-smi -L\n${gpuList(h100, 8)}`,
      'gn-a08/gpus.txt': `root@gn-a08:~# nvidia-smi -L\n${gpuList('NVIDIA H200', 8)}`,
    },
  },
  {
    rule: 'node-gpu-model-mixed',
    kind: 'silent',
    title: 'one model, another number of GPUs',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8), 'gn-a08/gpus.txt': gpuList(h100, 4) },
  },
  { rule: 'node-gpu-model-mixed', kind: 'missing', title: 'no GPU named', files: { 'case/run.txt': job({}) } },
]
