import { gpuList, lines, ncclLog, ncclTests, nvlinkStatus, topoMatrix } from '../texts'
import { lspci, smiQuery, type QueryFields } from '../texts-host'
import type { ProofCase } from '../types'
import { acs, card, gen5, gpuFunction, tree } from './support/pci'

const h100 = 'NVIDIA H100 80GB HBM3'
const l40s = 'NVIDIA L40S'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const query = (name: string, count: number, fields: (gpu: number) => QueryFields): Record<string, string> => ({
  'gn-a07/q.txt': smiQuery({ name, gpus: count, fields }),
})
const pciePair = {
  'gn-a07/gpus.txt': gpuList(l40s, 2),
  'gn-a07/topo.txt': topoMatrix({ gpus: 2, pair: () => 'PIX' }),
}
const commandLine = (words: string): string => `BOOT_IMAGE=/boot/vmlinuz-6.8.0-40-generic root=/dev/sda1 ro ${words}\n`
const bar1 = (size: string): Record<string, string> =>
  query(l40s, 2, () => [
    ['FB Memory Usage', [['Total', '46068 MiB']]],
    ['BAR1 Memory Usage', [['Total', size]]],
  ])
const peerLog = { 'gn-a07/nccl.txt': ncclLog({ ranks: 2, via: () => 'P2P/CUMEM' }) }

export const pcieHostCases: readonly ProofCase[] = [
  {
    rule: 'acs-enabled',
    kind: 'fires',
    title: 'between two GPUs without NVLink',
    severity: 'error',
    files: { ...pciePair, 'gn-a07/lspci.txt': tree(['03:00.0', '03:01.0']) },
  },
  {
    rule: 'acs-enabled',
    kind: 'fires',
    title: 'lines without their device',
    severity: 'info',
    files: { 'gn-a07/acs.txt': lines([`\t\t${acs(true)}`, `\t\t${acs(false)}`]) },
  },
  {
    rule: 'acs-enabled',
    kind: 'silent',
    title: 'above a disk only',
    files: { ...pciePair, 'gn-a07/lspci.txt': tree(['03:02.0']) },
  },
  { rule: 'acs-enabled', kind: 'missing', title: 'no lspci', files: gpus },

  {
    rule: 'iommu-on',
    kind: 'fires',
    title: 'PCIe GPUs',
    severity: 'warning',
    files: { ...pciePair, 'gn-a07/cmdline.txt': commandLine('intel_iommu=on') },
  },
  {
    rule: 'iommu-on',
    kind: 'fires',
    title: 'with NVLink',
    severity: 'info',
    files: {
      'gn-a07/links.txt': nvlinkStatus({ name: h100, gpus: 8, links: 18, rate: '26.562' }),
      'gn-a07/cmdline.txt': commandLine('amd_iommu=force'),
    },
  },
  {
    rule: 'iommu-on',
    kind: 'fires',
    title: 'wrong results over PCIe',
    severity: 'error',
    files: {
      ...pciePair,
      'gn-a07/cmdline.txt': commandLine('intel_iommu=on'),
      'gn-a07/run.txt': ncclTests({
        gpu: l40s,
        count: 2,
        rows: [[1 << 30, 12]],
        wrong: 44,
        between: [ncclLog({ ranks: 2, via: () => 'P2P/CUMEM' }).trimEnd()],
      }),
    },
  },
  {
    rule: 'iommu-on',
    kind: 'silent',
    title: 'passthrough',
    files: { ...pciePair, 'gn-a07/cmdline.txt': commandLine('intel_iommu=on iommu=pt') },
  },
  { rule: 'iommu-on', kind: 'missing', title: 'no command line', files: pciePair },

  {
    rule: 'gpu-count-below-expected',
    kind: 'fires',
    title: 'one of two functions is not attached',
    severity: 'error',
    files: { ...query(h100, 1, () => []), 'gn-a07/lspci.txt': tree([]) },
  },
  {
    rule: 'gpu-count-below-expected',
    kind: 'fires',
    title: 'seven of eight',
    severity: 'warning',
    files: query(h100, 7, () => []),
  },
  {
    rule: 'gpu-count-below-expected',
    kind: 'silent',
    title: 'one GPU printed of eight attached',
    files: { 'gn-a07/q.txt': smiQuery({ name: h100, gpus: 1, attached: 8, fields: () => [] }) },
  },
  {
    rule: 'gpu-count-below-expected',
    kind: 'silent',
    title: 'the other one is passed on to a guest',
    files: {
      ...query(h100, 1, () => []),
      'gn-a07/lspci.txt': lspci([
        gpuFunction('10:00.0'),
        { ...gpuFunction('18:00.0'), details: [gen5, 'Kernel driver in use: vfio-pci'] },
      ]),
    },
  },
  { rule: 'gpu-count-below-expected', kind: 'missing', title: 'names only', files: gpus },

  {
    rule: 'gpu-pair-crosses-socket',
    kind: 'fires',
    title: 'L40S on two sockets',
    severity: 'info',
    files: {
      'gn-a07/gpus.txt': gpuList(l40s, 4),
      'gn-a07/topo.txt': topoMatrix({ gpus: 4, pair: (a, b) => (a < 2 === b < 2 ? 'NODE' : 'SYS') }),
    },
  },
  {
    rule: 'gpu-pair-crosses-socket',
    kind: 'silent',
    title: 'topo -mp of an NVLink machine',
    files: { ...gpus, 'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'SYS', nvLegend: false }) },
  },
  { rule: 'gpu-pair-crosses-socket', kind: 'missing', title: 'no matrix', files: gpus },

  {
    rule: 'pcie-maxreadreq-low',
    kind: 'fires',
    title: 'one card at 512',
    severity: 'info',
    files: {
      'gn-a07/lspci.txt': lspci([
        card('1a:00.0', [gen5, 'MaxPayload 256 bytes, MaxReadReq 512 bytes']),
        card('3a:00.0', [gen5, 'MaxPayload 256 bytes, MaxReadReq 4096 bytes']),
      ]),
    },
  },
  {
    rule: 'pcie-maxreadreq-low',
    kind: 'silent',
    title: 'all at 512',
    files: {
      'gn-a07/lspci.txt': lspci(
        ['1a:00.0', '3a:00.0'].map((bus) => card(bus, [gen5, 'MaxPayload 256 bytes, MaxReadReq 512 bytes'])),
      ),
    },
  },
  { rule: 'pcie-maxreadreq-low', kind: 'missing', title: 'no lspci', files: gpus },

  {
    rule: 'bar1-too-small',
    kind: 'fires',
    title: '256 MiB with P2P',
    severity: 'warning',
    files: { ...bar1('256 MiB'), ...peerLog },
  },
  {
    rule: 'bar1-too-small',
    kind: 'silent',
    title: 'whole memory mapped',
    files: { ...bar1('65536 MiB'), ...peerLog },
  },
  { rule: 'bar1-too-small', kind: 'missing', title: 'no log', files: bar1('256 MiB') },
]
