import fc from 'fast-check'
import type { LinkState } from '../../../../shared/model/gpu'
import type { Node } from '../../../../shared/model/node'
import { gpuBus, matrixOf, node, switchBus } from '../link-graph/machine-parts'
import type { GpuSpec, LaneSpec, NicSpec } from '../link-graph/machine-parts'

/** Machines nobody has built: any number of GPUs and NICs, any fabric, cells that contradict each other, parts nobody captured. */
export interface Recipe {
  readonly gpus: number
  readonly nics: number
  readonly numas: number
  readonly group: number
  readonly fabric: 'switches' | 'mesh' | 'bridges' | 'hidden' | 'none' | 'unknown'
  readonly switches: number
  readonly seed: number
  readonly noise: number
  readonly matrix: boolean
  readonly guest: boolean
  readonly far: boolean
}

export const recipes: fc.Arbitrary<Recipe> = fc.record({
  gpus: fc.integer({ min: 1, max: 16 }),
  nics: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 64 })),
  numas: fc.integer({ min: 0, max: 4 }),
  group: fc.integer({ min: 1, max: 4 }),
  fabric: fc.constantFrom('switches', 'mesh', 'bridges', 'hidden', 'none', 'unknown'),
  switches: fc.integer({ min: 1, max: 12 }),
  seed: fc.integer({ min: 0, max: 1 << 30 }),
  noise: fc.integer({ min: 0, max: 20 }),
  matrix: fc.boolean(),
  guest: fc.boolean(),
  far: fc.boolean(),
})

/** A value in 0..1 that depends on its arguments only, so that both cells of a pair can be asked in any order. */
export function chance(seed: number, ...parts: readonly (number | string)[]): number {
  let hash = seed ^ 0x9e3779b9
  for (const character of parts.join('|')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return ((hash ^ (hash >>> 13)) >>> 0) / 0x100000000
}

const names: Readonly<Record<Recipe['fabric'], string | undefined>> = {
  switches: 'NVIDIA H100 80GB HBM3',
  mesh: 'Tesla V100-SXM2-32GB',
  bridges: 'NVIDIA H100 NVL',
  hidden: 'NVIDIA H200',
  none: 'NVIDIA L40S',
  unknown: undefined,
}

function lanes(recipe: Recipe, index: number): LaneSpec[] {
  const state = (lane: number): LinkState =>
    chance(recipe.seed, 'lane', index, lane) * 100 < recipe.noise
      ? chance(recipe.seed, 'u', index, lane) < 0.8
        ? 'inactive'
        : 'unknown'
      : 'active'
  switch (recipe.fabric) {
    case 'switches':
      return Array.from({ length: 18 }, (_, i) => ({ index: i, state: state(i), to: switchBus(i % recipe.switches) }))
    case 'mesh': {
      const others = Array.from({ length: recipe.gpus }, (_, j) => j).filter(
        (j) => j !== index && chance(recipe.seed, 'pair', Math.min(index, j), Math.max(index, j)) < 0.5,
      )
      return others.map((j, i) => ({ index: i, state: state(i), to: gpuBus(j) }))
    }
    case 'bridges':
      return (index ^ 1) < recipe.gpus
        ? Array.from({ length: 12 }, (_, i) => ({ index: i, state: state(i), to: gpuBus(index ^ 1) }))
        : []
    case 'hidden':
      return Array.from({ length: 18 }, (_, i) => ({ index: i, state: state(i), to: 'hidden' }))
    default:
      return []
  }
}

export function machine(recipe: Recipe): Node {
  const numaOf = (n: number, of: number): number => Math.floor((n * Math.max(1, recipe.numas)) / of)
  const groups = Math.ceil(recipe.gpus / recipe.group)
  const gpus = Array.from({ length: recipe.gpus }, (_, index): GpuSpec => ({
    index,
    name: names[recipe.fabric],
    links: lanes(recipe, index),
    width: chance(recipe.seed, 'w', index) * 100 < recipe.noise ? [8, 16] : [16, 16],
    generation: [5, 5],
  }))
  const rates = [400, 400, 400, 200, 25]
  const nics = Array.from({ length: recipe.nics }, (_, i): NicSpec => ({
    name: `NIC${String(i)}`,
    device: chance(recipe.seed, 'dev', i) < 0.8 ? `mlx5_${String(i)}` : `ibp${String(100 + i)}s0f0`,
    rate:
      chance(recipe.seed, 'known', i) < 0.8 ? rates[Math.floor(chance(recipe.seed, 'r', i) * rates.length)] : undefined,
    layer: chance(recipe.seed, 'layer', i) < 0.7 ? 'InfiniBand' : 'Ethernet',
    state: chance(recipe.seed, 's', i) * 100 < recipe.noise ? 'Down' : 'Active',
  }))
  const nicGroup = (i: number): number => (chance(recipe.seed, 'place', i) < 0.7 ? i % groups : -1 - (i % 3))
  const listed = nics.filter((_, i) => chance(recipe.seed, 'listed', i) < 0.95)
  const all = [...gpus.map((item) => `GPU${String(item.index)}`), ...listed.map((item) => item.name)]
  const groupOf = (name: string): number =>
    name.startsWith('GPU') ? Math.floor(Number(name.slice(3)) / recipe.group) : nicGroup(Number(name.slice(3)))
  const numaByName = (name: string): number => {
    const group = groupOf(name)
    return group < 0 ? -group % Math.max(1, recipe.numas) : numaOf(group, groups)
  }
  const near = chance(recipe.seed, 'level') < 0.6 ? 'PIX' : 'PXB'
  const topology = recipe.matrix
    ? matrixOf(
        all,
        (a, b) => {
          const [x, y] = [a, b].sort()
          const odd = chance(recipe.seed, 'cell', x ?? '', y ?? '') * 400
          if (odd < recipe.noise)
            return (
              ['PIX', 'PXB', 'PHB', 'NODE', 'SYS', '', 'N/A'][
                Math.floor(chance(recipe.seed, 'tok', x ?? '', y ?? '') * 7)
              ] ?? ''
            )
          if (a.startsWith('GPU') && b.startsWith('GPU') && ['switches', 'hidden'].includes(recipe.fabric))
            return 'NV18'
          if (groupOf(a) === groupOf(b) && groupOf(a) >= 0) return near
          if (
            chance(recipe.seed, 'upper') < 0.3 &&
            groupOf(a) >= 0 &&
            groupOf(b) >= 0 &&
            groupOf(a) >> 1 === groupOf(b) >> 1 &&
            numaByName(a) === numaByName(b)
          )
            return 'PXB'
          return numaByName(a) === numaByName(b) ? 'NODE' : 'SYS'
        },
        (name) => (recipe.numas > 0 && name.startsWith('GPU') ? String(numaByName(name)) : undefined),
      )
    : undefined
  return node({
    gpus,
    nics,
    topology,
    sockets: recipe.numas > 0 ? recipe.numas : undefined,
    hypervisor: recipe.guest ? 'KVM' : undefined,
    system: recipe.far ? 'dgx-h100' : undefined,
    numas:
      recipe.numas > 0
        ? Array.from({ length: recipe.numas }, (_, i) => ({
            node: i,
            cpus: `${String(i * 16)}-${String(i * 16 + 15)}`,
          }))
        : undefined,
  })
}
