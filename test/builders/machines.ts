import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  dmesg,
  lines,
  ncclLog,
  ncclTests,
  nvlinkErrors,
  nvlinkStatus,
  topoMatrix,
  type MatrixOptions,
  type StatusOptions,
} from '../../shared/prove/texts'
import { ibstat } from '../../shared/prove/texts-host'

/** Whole machines as the text that their tools print; a path begins with the host's folder, as a collected dump does. */
export type MachineFiles = Readonly<Record<string, string>>

/** Writes a machine below `folder` and returns that folder. */
export function writeMachine(folder: string, files: MachineFiles): string {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return folder
}

const h100 = { name: 'NVIDIA H100 80GB HBM3', gpus: 8, links: 18, rate: '26.562' } satisfies StatusOptions

/** A node larger than any that is sold: for what a drawing of thousands of elements asks of the window. */
export function largeNode(gpus = 184, host = 'gn-big'): MachineFiles {
  const half = (index: number): boolean => index * 2 < gpus
  return {
    [`${host}/nvidia-smi-nvlink-s.txt`]: nvlinkStatus({ ...h100, gpus }),
    [`${host}/nvidia-smi-topo-m.txt`]: topoMatrix({
      gpus,
      pair: () => 'NV18',
      nics: Array.from({ length: gpus }, (_, i) => `mlx5_${i}`),
      nic: (gpu, nic) => (gpu === nic ? 'PIX' : half(gpu) === half(nic) ? 'NODE' : 'SYS'),
      nicPair: (a, b) => (half(a) === half(b) ? 'NODE' : 'SYS'),
    }),
    [`${host}/ibstat.txt`]: ibstat(
      Array.from({ length: gpus }, (_, i) => ({ device: `mlx5_${i}`, rate: 100 + (i % 2) * 100 })),
    ),
  }
}

/** No two machines share a GPU: the host's number goes into the UUIDs that the builders give to all alike. */
const own = (text: string, host: number): string =>
  text.replaceAll('GPU-10000000', `GPU-1${String(host).padStart(7, '0')}`)

/** GPUs and NICs of a board with `perGpu` NICs at each GPU, half of them on each socket. */
function board(gpus: number, perGpu: number, pair: string, rest: Partial<MatrixOptions> = {}): string {
  const socket = (gpu: number): number => (gpu * 2 < gpus ? 0 : 1)
  const near = (a: number, b: number): string => (a === b ? 'PIX' : socket(a) === socket(b) ? 'NODE' : 'SYS')
  const gpuOf = (nic: number): number => Math.floor(nic / perGpu)
  return topoMatrix({
    gpus,
    pair: () => pair,
    nics: Array.from({ length: gpus * perGpu }, (_, i) => `mlx5_${i}`),
    nic: (gpu, nic) => near(gpu, gpuOf(nic)),
    nicPair: (a, b) => near(gpuOf(a), gpuOf(b)),
    ...rest,
  })
}

/** One node of 16 GPUs on NVSwitches and 64 NICs; link 4 of GPU9 is down: 95 of 96 lanes. */
export function sixteenGpus(host = 'gn-x16'): MachineFiles {
  const name = 'Tesla V100-SXM3-32GB'
  return {
    [`${host}/nvidia-smi-nvlink-s.txt`]: nvlinkStatus({
      name,
      gpus: 16,
      links: 6,
      rate: '25.781',
      inactive: { 9: [4] },
    }),
    [`${host}/nvidia-smi-topo-m.txt`]: board(16, 4, 'NV6', {
      pair: (a, b) => (a === 9 || b === 9 ? 'NV5' : 'NV6'),
    }),
    [`${host}/ibstat.txt`]: ibstat(
      Array.from({ length: 64 }, (_, i) => ({
        device: `mlx5_${i}`,
        rate: 100,
        ...(i === 37 ? { state: 'Down', physical: 'Disabled' } : {}),
      })),
    ),
  }
}

export const rackHost = (tray: number): string => `rack1-tray${String(tray).padStart(2, '0')}`

/** 18 compute trays of four GB200 each; on tray 5 two links of GPU2 are down. */
export function nvl72(): MachineFiles {
  const trays = Array.from({ length: 18 }, (_, i) => i + 1)
  return Object.fromEntries(
    trays.flatMap((tray) => {
      const host = rackHost(tray)
      const status = nvlinkStatus({
        name: 'NVIDIA GB200',
        gpus: 4,
        links: 18,
        rate: '53.125',
        ...(tray === 5 ? { inactive: { 2: [6, 7] } } : {}),
      })
      return [
        [`${host}/nvidia-smi-nvlink-s.txt`, own(status, tray)],
        [`${host}/nvidia-smi-topo-m.txt`, board(4, 1, 'NV18', { nic: (a, b) => (a < 2 === b < 2 ? 'NODE' : 'SYS') })],
      ]
    }),
  )
}

export const fleetHost = (node: number): string => `gn-c${String(node).padStart(2, '0')}`

/** What `nvidia-smi --query-gpu` says of the driver; one row a GPU. */
function queryGpu(driver: string, gpus: number): string {
  return lines([
    'index, name, driver_version, pcie.link.gen.current, pcie.link.gen.max, pcie.link.width.current, pcie.link.width.max, temperature.gpu',
    ...Array.from({ length: gpus }, (_, gpu) => `${gpu}, ${h100.name}, ${driver}, 5, 5, 16, 16, ${34 + (gpu % 5)}`),
  ])
}

/** 32 nodes of eight H100: gn-c07 has a dead link, gn-c19 another driver, of gn-c30 only the links are captured. */
export function fleet(count = 32): MachineFiles {
  const nodes = Array.from({ length: count }, (_, i) => i + 1)
  return Object.fromEntries(
    nodes.flatMap((node) => {
      const host = fleetHost(node)
      const status = own(nvlinkStatus({ ...h100, ...(node === 7 ? { inactive: { 3: [7] } } : {}) }), node)
      const links: [string, string] = [`${host}/nvidia-smi-nvlink-s.txt`, status]
      if (node === 30) return [links]
      return [
        links,
        [
          `${host}/nvidia-smi-topo-m.txt`,
          board(8, 1, 'NV18', node === 7 ? { pair: (a) => (a === 3 ? 'NV17' : 'NV18') } : {}),
        ],
        [`${host}/nvidia-smi-query-gpu.csv`, queryGpu(node === 19 ? '570.133.20' : '580.95.05', 8)],
      ]
    }),
  )
}

/** DCGM samples as `dcgmi dmon -e 155,150,203` prints them: power in W, temperature in C, utilisation in %. */
export function dcgmSamples(gpus: number, rounds: number): string {
  const rows: string[] = [
    '#Entity   POWER                        TMPTR   GPUTL',
    'ID         W                            C        ',
  ]
  for (let round = 0; round < rounds; round++) {
    for (let gpu = 0; gpu < gpus; gpu++) {
      const load = 0.5 + 0.5 * Math.sin(round / 40 + gpu)
      const cells = [(80 + 600 * load).toFixed(3).padEnd(29), String(Math.round(34 + 40 * load)).padEnd(8)]
      rows.push(`GPU ${gpu}      ${cells.join('')}${Math.round(100 * load)}`)
    }
  }
  return lines(rows)
}

/** A node with something for every view: links, matrix, adapters, counters, samples, kernel events, an NCCL job and its curve. */
export function wholeNode(host = 'gn-a07', rounds = 240): MachineFiles {
  const sizes = Array.from({ length: 16 }, (_, i) => 2 ** (18 + i))
  const options = {
    host,
    ranks: 8,
    settings: { NCCL_IB_HCA: 'mlx5', NCCL_DEBUG: 'INFO', NCCL_IB_GID_INDX: 3, NCCL_PROTO: 'LL' },
  }
  return {
    [`${host}/nvidia-smi-nvlink-s.txt`]: nvlinkStatus({ ...h100, inactive: { 3: [7] } }),
    [`${host}/nvidia-smi-nvlink-e.txt`]: nvlinkErrors(h100.name, 8, 18, { '3.7': [12, 1, 4096], '5.2': [0, 0, 3] }),
    [`${host}/nvidia-smi-topo-m.txt`]: board(8, 1, 'NV18', { pair: (a) => (a === 3 ? 'NV17' : 'NV18') }),
    [`${host}/ibstat.txt`]: ibstat(Array.from({ length: 8 }, (_, i) => ({ device: `mlx5_${i}` }))),
    [`${host}/dcgmi-dmon.txt`]: dcgmSamples(8, rounds),
    [`${host}/dmesg.txt`]: dmesg(
      'NVRM: Xid (PCI:0000:28:00): 74, pid=<unknown>, name=<unknown>, NVLink: fatal error detected on link 7(0x0, 0x0, 0x10000, 0x0, 0x0, 0x0, 0x0)',
      'NVRM: Xid (PCI:0000:28:00): 45, pid=4242, name=python, Ch 00000008',
    ),
    [`${host}/nccl.log`]: ncclLog(options),
    [`${host}/all_reduce_perf.txt`]: ncclTests({
      gpu: h100.name,
      count: 8,
      host,
      rows: sizes.map((size) => [size, Math.round((4200 * size) / (size + 24e6)) / 10] as const),
    }),
  }
}
