import type { Node } from '../../../../shared/model/node'
import { gpuBus, switchBus, matrix, matrixOf, node, type LaneSpec, type GpuSpec, type NicSpec } from './machine-parts'

/** Small machines for tests of the link graph and its drawing. Host names are neutral, values are made up. */

const h100 = 'NVIDIA H100 80GB HBM3'

/** Lanes 5 + 4 + 4 + 5 to four switches; `dead` are link numbers that are inactive. */
export function switchedLanes(dead: readonly number[] = [], split: readonly number[] = [5, 4, 4, 5]): LaneSpec[] {
  const lanes: LaneSpec[] = []
  split.forEach((count, s) => {
    for (let i = 0; i < count; i++) {
      const index = lanes.length
      lanes.push(dead.includes(index) ? { index, state: 'inactive' } : { index, to: switchBus(s) })
    }
  })
  return lanes
}

/** Eight H100 on four NVSwitches, two GPUs and two NICs below each PCIe switch; two dead lanes, a narrow slot and a NIC on the wrong socket if asked for. */
export function hgx(
  options: { readonly name?: string; readonly dead?: boolean; readonly narrow?: boolean; readonly far?: boolean } = {},
): Node {
  const gpus = Array.from({ length: 8 }, (_, index): GpuSpec => ({
    index,
    name: h100,
    links: switchedLanes(options.dead && index === 3 ? [11, 12] : []),
    width: options.narrow && index === 6 ? [8, 16] : [16, 16],
    generation: [5, 5],
  }))
  const nicNames = ['NIC0', 'NIC1', 'NIC2', 'NIC3', 'NIC4', 'NIC5', 'NIC6', 'NIC7', 'NIC8']
  const home = (name: string): { group: number; numa: number } => {
    const n = Number(name.slice(3))
    if (name === 'NIC8') return { group: 8, numa: 0 }
    if (name === 'NIC5' && options.far) return { group: 9, numa: 0 }
    return { group: Math.floor(n / 2), numa: n < 4 ? 0 : 1 }
  }
  const names = [...gpus.map((item) => `GPU${String(item.index)}`), ...nicNames]
  const topology = matrixOf(
    names,
    (a, b) => {
      if (a.startsWith('GPU') && b.startsWith('GPU')) return options.dead && a === 'GPU3' ? 'NV16' : 'NV18'
      const [x, y] = [home(a), home(b)]
      return x.group === y.group ? 'PIX' : x.numa === y.numa ? 'NODE' : 'SYS'
    },
    (name) => (name.startsWith('GPU') ? String(home(name).numa) : undefined),
  )
  return node({
    name: options.name,
    gpus,
    topology,
    sockets: 2,
    system: 'dgx-h100',
    numas: [
      { node: 0, cpus: '0-55,112-167' },
      { node: 1, cpus: '56-111,168-223' },
    ],
    nics: nicNames.map((name, i) =>
      name === 'NIC8'
        ? { name, device: 'mlx5_8', rate: 25, layer: 'Ethernet' as const, state: 'Active' }
        : { name, device: `mlx5_${String(i)}`, rate: 400, layer: 'InfiniBand' as const, state: 'Active' },
    ),
  })
}

const cube: Readonly<Record<string, number>> = {
  '0-1': 1,
  '0-2': 1,
  '0-3': 2,
  '0-4': 2,
  '1-2': 2,
  '1-3': 1,
  '1-5': 2,
  '2-3': 2,
  '2-6': 1,
  '3-7': 1,
  '4-5': 1,
  '4-6': 1,
  '4-7': 2,
  '5-6': 2,
  '5-7': 1,
  '6-7': 2,
}

/** The hybrid cube mesh of eight V100; `dead` takes one lane of the pair 0-3. */
export function cubeMesh(dead = false): Node {
  const lanes = new Map<number, LaneSpec[]>(Array.from({ length: 8 }, (_, i) => [i, []]))
  for (const [pair, count] of Object.entries(cube)) {
    const [a = 0, b = 0] = pair.split('-').map(Number)
    for (let k = 0; k < count; k++) {
      const lost = dead && pair === '0-3' && k === 1
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const list = lanes.get(from) ?? []
        list.push(
          lost ? { index: list.length, state: 'inactive' } : { index: list.length, to: gpuBus(to), rate: 25.781 },
        )
      }
    }
  }
  const names = Array.from({ length: 8 }, (_, i) => `GPU${String(i)}`)
  return node({
    name: 'gn-v01',
    sockets: 2,
    numas: [
      { node: 0, cpus: '0-19' },
      { node: 1, cpus: '20-39' },
    ],
    gpus: names.map((_, index) => ({ index, name: 'Tesla V100-SXM2-32GB', links: lanes.get(index) })),
    topology: matrixOf(
      names,
      (a, b) => {
        const [i = 0, j = 0] = [Number(a.slice(3)), Number(b.slice(3))].sort((x, y) => x - y)
        const n = cube[`${String(i)}-${String(j)}`]
        return n === undefined ? 'SYS' : `NV${String(n)}`
      },
      (name) => (Number(name.slice(3)) < 4 ? '0' : '1'),
    ),
  })
}

/** Two bridged pairs of cards with 12 of 18 links wired. */
export function bridgedPairs(): Node {
  const bridged = [0, 1, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15]
  const lanes = (other: number): LaneSpec[] =>
    Array.from({ length: 18 }, (_, index) =>
      bridged.includes(index) ? { index, to: gpuBus(other) } : { index, state: 'inactive' },
    )
  const names = ['GPU0', 'GPU1', 'GPU2', 'GPU3']
  return node({
    name: 'gn-p04',
    sockets: 2,
    numas: [
      { node: 0, cpus: '0-31' },
      { node: 1, cpus: '32-63' },
    ],
    gpus: names.map((_, index) => ({ index, name: 'NVIDIA H100 NVL', links: lanes(index ^ 1) })),
    topology: matrixOf(
      names,
      (a, b) => (Math.floor(Number(a.slice(3)) / 2) === Math.floor(Number(b.slice(3)) / 2) ? 'NV12' : 'SYS'),
      (name) => (Number(name.slice(3)) < 2 ? '0' : '1'),
    ),
  })
}

/** Two GPUs in a guest: lanes are known, far ends and the PCIe tree are not. */
export function guest(): Node {
  return node({
    name: 'node01',
    hypervisor: 'KVM',
    numas: [{ node: 0, cpus: '0-31' }],
    sockets: 1,
    gpus: [0, 1].map((index) => ({
      index,
      name: 'NVIDIA H200',
      bus: `0000:00:0${String(6 + index)}.0`,
      links: Array.from({ length: 18 }, (_, i) => ({ index: i, to: 'hidden' })),
    })),
    topology: matrix(
      `
      GPU0 GPU1
      GPU0 X NV18
      GPU1 NV18 X`,
      { GPU0: '0', GPU1: '0' },
    ),
  })
}

/** Sixteen GPUs in two boxes of four groups, 64 NICs, eight below each PCIe switch. */
export function large(): Node {
  const gpus = Array.from({ length: 16 }, (_, index): GpuSpec => ({
    index,
    name: 'Tesla V100-SXM3-32GB',
    width: [16, 16],
    generation: [3, 3],
    links: Array.from({ length: 6 }, (_unused, i) => ({ index: i, to: switchBus(i + (index < 8 ? 0 : 6)), rate: 25 })),
  }))
  const nics = Array.from({ length: 64 }, (_, i): NicSpec => ({
    name: `NIC${String(i)}`,
    device: `mlx5_${String(i)}`,
    rate: i === 21 ? 100 : 200,
    layer: 'InfiniBand',
    state: 'Active',
  }))
  const names = [...gpus.map((item) => `GPU${String(item.index)}`), ...nics.map((item) => item.name)]
  const group = (name: string): number =>
    name.startsWith('GPU') ? Math.floor(Number(name.slice(3)) / 2) : Math.floor(Number(name.slice(3)) / 8)
  return node({
    name: 'gn-x16',
    gpus,
    nics,
    sockets: 2,
    numas: [
      { node: 0, cpus: '0-63' },
      { node: 1, cpus: '64-127' },
    ],
    topology: matrixOf(
      names,
      (a, b) => {
        if (a.startsWith('GPU') && b.startsWith('GPU')) return 'NV6'
        return group(a) === group(b) ? 'PIX' : group(a) >> 2 === group(b) >> 2 ? 'NODE' : 'SYS'
      },
      (name) => (name.startsWith('GPU') ? (group(name) < 4 ? '0' : '1') : undefined),
    ),
  })
}

/** Four GPUs without any NVLink capture and sixteen equal NICs. */
export function manyNics(): Node {
  const nics = Array.from({ length: 16 }, (_, i): NicSpec => ({
    name: `NIC${String(i)}`,
    device: `mlx5_${String(i)}`,
    rate: 400,
    layer: 'InfiniBand',
    state: 'Active',
  }))
  const names = ['GPU0', 'GPU1', 'GPU2', 'GPU3', ...nics.map((item) => item.name)]
  const group = (name: string): number =>
    name.startsWith('GPU') ? Math.floor(Number(name.slice(3)) / 2) : Math.floor(Number(name.slice(3)) / 8)
  return node({
    name: 'gn-n16',
    nics,
    gpus: [0, 1, 2, 3].map((index) => ({ index })),
    sockets: 1,
    numas: [{ node: 0, cpus: '0-63' }],
    topology: matrixOf(
      names,
      (a, b) => (a.startsWith('GPU') && b.startsWith('GPU') ? '' : group(a) === group(b) ? 'PIX' : 'NODE'),
      () => '0',
    ),
  })
}

/** Four cards without NVLink whose PCIe tree nobody captured. */
export function plainCards(): Node {
  return node({
    name: 'gn-l04',
    numas: [{ node: 0, cpus: '0-31' }],
    sockets: 1,
    gpus: [0, 1, 2, 3].map((index) => ({ index, name: 'NVIDIA L40S' })),
  })
}
