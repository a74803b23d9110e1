import { dmesg, gpuList, lines } from '../texts'
import { loadState, lspci, pcieFields, smiQuery, type QueryFields } from '../texts-host'
import type { ProofCase } from '../types'
import { pcieHostCases } from './pcie-host'
import { card, gen4, gen5, gpuFunction, tree } from './support/pci'

const h100 = 'NVIDIA H100 80GB HBM3'
const l40s = 'NVIDIA L40S'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
type Pair = readonly [number, number]
const query = (name: string, count: number, fields: (gpu: number) => QueryFields): Record<string, string> => ({
  'gn-a07/q.txt': smiQuery({ name, gpus: count, fields }),
})
const widths = (name: string, narrow: Pair, count = 8): Record<string, string> =>
  query(name, count, (gpu) => pcieFields([5, 5], gpu === 3 ? narrow : [16, 16]))
const generations = (busy: boolean, low: readonly number[]): Record<string, string> =>
  query(h100, 8, (gpu) => [...pcieFields([low.includes(gpu) ? 1 : 5, 5], [16, 16]), ...loadState(busy)])
const passedThrough: QueryFields = [['GPU Virtualization Mode', [['Virtualization Mode', 'Pass-Through']]]]

const replays = (counts: (gpu: number) => number, minute: number): string =>
  smiQuery({
    name: h100,
    gpus: 8,
    time: `Mon Nov 30 10:${String(minute).padStart(2, '0')}:00 2026`,
    fields: (gpu) => pcieFields([5, 5], [16, 16], counts(gpu)),
  })
const twice = (later: (gpu: number) => number): Record<string, string> => ({
  'gn-a07/q-1.txt': replays(() => 3, 0),
  'gn-a07/q-2.txt': replays(later, 10),
})

const aer = (severity: string, port = '0000:10:00.0'): string =>
  `pcieport ${port}: AER: PCIe Bus Error: severity=${severity}, type=Data Link Layer, (Receiver ID)`
const limited = (at: string, available: string): string =>
  `pci ${at}: ${available} Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x16 link at 0000:01:00.0 (capable of 504.112 Gb/s with 32.0 GT/s PCIe x16 link)`
export const pcieCases: readonly ProofCase[] = [
  {
    rule: 'pcie-width-downgraded',
    kind: 'fires',
    title: 'x8 of x16 on an SXM GPU',
    severity: 'error',
    files: widths(h100, [8, 16]),
  },
  {
    rule: 'pcie-width-downgraded',
    kind: 'fires',
    title: 'a network card on x8',
    severity: 'error',
    files: {
      'gn-a07/lspci.txt': lspci([card('1a:00.0', [gen5, 'LnkSta:\tSpeed 32GT/s, Width x8 (downgraded)'])]),
    },
  },
  {
    rule: 'pcie-width-downgraded',
    kind: 'fires',
    title: 'the slot is wired x8',
    severity: 'info',
    files: widths(h100, [8, 8]),
  },
  {
    rule: 'pcie-width-downgraded',
    kind: 'fires',
    title: 'all PCIe cards of a machine alike',
    severity: 'warning',
    files: query(l40s, 4, () => pcieFields([4, 4], [8, 16])),
  },
  {
    rule: 'pcie-width-downgraded',
    kind: 'fires',
    title: 'a cloud instance with one card',
    severity: 'info',
    files: query(l40s, 1, () => [...pcieFields([4, 4], [8, 16]), ...passedThrough]),
  },
  {
    rule: 'pcie-width-downgraded',
    kind: 'silent',
    title: 'superchips vary',
    files: widths('NVIDIA GB200', [8, 16], 4),
  },
  {
    rule: 'pcie-width-downgraded',
    kind: 'silent',
    title: 'a board’s own gigabit port',
    files: {
      'gn-a07/lspci.txt': lspci([
        {
          bus: '01:00.0',
          text: 'Ethernet controller: Broadcom Inc. and subsidiaries NetXtreme BCM5720 Gigabit Ethernet PCIe',
          details: ['LnkCap:\tPort #0, Speed 5GT/s, Width x2', 'LnkSta:\tSpeed 5GT/s, Width x1 (downgraded)'],
        },
        gpuFunction('10:00.0'),
      ]),
    },
  },
  {
    rule: 'pcie-width-downgraded',
    kind: 'silent',
    title: 'an idle workstation card',
    files: query('NVIDIA GeForce RTX 4090', 2, () => [...pcieFields([1, 4], [8, 16]), ...loadState(false)]),
  },
  { rule: 'pcie-width-downgraded', kind: 'missing', title: 'names only', files: gpus },

  {
    rule: 'pcie-gen-downgraded',
    kind: 'fires',
    title: 'gen1 under load, siblings at gen5',
    severity: 'error',
    files: generations(true, [2]),
  },
  {
    rule: 'pcie-gen-downgraded',
    kind: 'fires',
    title: 'all alike under load',
    severity: 'warning',
    files: generations(true, [0, 1, 2, 3, 4, 5, 6, 7]),
  },
  {
    rule: 'pcie-gen-downgraded',
    kind: 'silent',
    title: 'gen4 card in a gen3 host: Max is 3',
    files: query(h100, 8, () => [...pcieFields([3, 3], [16, 16]), ...loadState(true)]),
  },
  { rule: 'pcie-gen-downgraded', kind: 'missing', title: 'idle at gen1', files: generations(false, [0, 1, 2]) },

  {
    rule: 'pcie-upstream-bottleneck',
    kind: 'fires',
    title: 'kernel notice for a gen5 device behind gen4',
    severity: 'info',
    files: { 'gn-a07/dmesg.txt': dmesg(limited('0000:10:00.0', '252.048')) },
  },
  {
    rule: 'pcie-upstream-bottleneck',
    kind: 'fires',
    title: 'a gen4 root port',
    severity: 'info',
    files: { ...gpus, 'gn-a07/lspci.txt': tree([], gen4) },
  },
  {
    rule: 'pcie-upstream-bottleneck',
    kind: 'fires',
    title: 'GPUs of one node differ',
    severity: 'warning',
    files: {
      ...query(h100, 8, () => []),
      'gn-a07/dmesg.txt': dmesg(limited('0000:10:00.0', '252.048'), limited('0000:18:00.0', '126.016')),
    },
  },
  {
    rule: 'pcie-upstream-bottleneck',
    kind: 'silent',
    title: 'an idle link is slow at both ends',
    files: {
      'gn-a07/lspci.txt': lspci([
        {
          bus: '00:01.0',
          text: 'PCI bridge: Intel Corporation Device 352a',
          buses: ['10', '10'],
          details: [gen5, 'LnkSta:\tSpeed 2.5GT/s (downgraded), Width x16'],
        },
        gpuFunction('10:00.0', [gen5, 'LnkSta:\tSpeed 2.5GT/s (downgraded), Width x16']),
      ]),
    },
  },
  { rule: 'pcie-upstream-bottleneck', kind: 'missing', title: 'names only', files: gpus },

  {
    rule: 'replay-errors-growing',
    kind: 'fires',
    title: 'hundred a minute on one GPU',
    severity: 'warning',
    files: twice((gpu) => (gpu === 5 ? 1003 : 3)),
  },
  {
    rule: 'replay-errors-growing',
    kind: 'silent',
    title: 'a few on several GPUs',
    files: twice((gpu) => (gpu < 4 ? 5 : 3)),
  },
  { rule: 'replay-errors-growing', kind: 'silent', title: 'set at boot, no growth', files: twice(() => 3) },
  {
    rule: 'replay-errors-growing',
    kind: 'missing',
    title: 'one capture',
    files: { 'gn-a07/q.txt': replays(() => 3000, 0) },
  },

  {
    rule: 'pcie-aer-corrected',
    kind: 'fires',
    title: 'thirty in half an hour on a GPU',
    severity: 'warning',
    files: {
      ...query(h100, 8, () => []),
      'gn-a07/dmesg.txt': lines(Array.from({ length: 30 }, (_, i) => `[${5000 + i * 60}.000000] ${aer('Corrected')}`)),
    },
  },
  {
    rule: 'pcie-aer-corrected',
    kind: 'fires',
    title: 'an unknown port',
    severity: 'info',
    files: { 'gn-a07/dmesg.txt': dmesg(aer('Corrected', '0000:00:01.1')) },
  },
  {
    rule: 'pcie-aer-corrected',
    kind: 'silent',
    title: 'in the minute of the boot',
    files: {
      ...query(h100, 8, () => []),
      'gn-a07/dmesg.txt': lines([`[    8.000000] ${aer('Corrected')}`, `[    9.000000] ${aer('Corrected')}`]),
    },
  },
  { rule: 'pcie-aer-corrected', kind: 'missing', title: 'no kernel log', files: gpus },

  {
    rule: 'pcie-aer-fatal',
    kind: 'fires',
    title: 'uncorrected and fatal',
    severity: 'error',
    files: { 'gn-a07/dmesg.txt': dmesg(aer('Uncorrected (Fatal)')) },
  },
  {
    rule: 'pcie-aer-fatal',
    kind: 'fires',
    title: 'not brought back',
    severity: 'error',
    files: { 'gn-a07/dmesg.txt': dmesg('pcieport 0000:00:01.0: AER: device recovery failed') },
  },
  {
    rule: 'pcie-aer-fatal',
    kind: 'silent',
    title: 'a disk',
    files: {
      'gn-a07/lspci.txt': tree([]),
      'gn-a07/dmesg.txt': dmesg(aer('Uncorrected (Fatal)', '0000:20:00.0')),
    },
  },
  { rule: 'pcie-aer-fatal', kind: 'missing', title: 'no kernel log', files: gpus },

  ...pcieHostCases,
]
