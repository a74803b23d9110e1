import type { Cells } from './cells'
import { consistentClasses } from './closure'
import type { BoxTree, Device, TreeGroup } from './device'
import type { Disagreement } from './types'

const isGpu = (device: Device): boolean => device.kind === 'gpu'
const isNic = (device: Device): boolean => device.kind === 'nic'

/**
 * The PCIe tree of one NUMA node, rebuilt from the matrix: PIX joins devices below one leaf switch, PIX or PXB below one upper
 * switch. NV# hides the PCIe distance of two GPUs: a GPU of which nothing tells whether a switch stands above it stays unknown.
 * `virtual`: a guest shows a flat bus, so that "no common switch" says nothing.
 */
export function rebuiltTree(
  devices: readonly Device[],
  cells: Cells,
  virtual: boolean,
  disagree: (item: Disagreement) => void,
): BoxTree {
  const distance = (a: Device, b: Device) =>
    a.name === undefined || b.name === undefined ? undefined : cells.distance(a.name, b.name)
  const lost = (a: Device, b: Device): void => {
    disagree({
      row: a.name ?? a.id,
      column: b.name ?? b.id,
      token: distance(a, b) ?? '?',
      source: a.name === undefined ? undefined : cells.source(a.name),
    })
  }
  const leaf = consistentClasses(
    devices,
    (a, b) => distance(a, b) === 'PIX',
    (a, b) => !['PIX', undefined].includes(distance(a, b)),
    lost,
  )
  // Whole leaves are joined, so that no device can end up below two upper switches.
  const between = (
    a: readonly Device[],
    b: readonly Device[],
    tokens: readonly string[],
  ): [Device, Device] | undefined => {
    for (const x of a) for (const y of b) if (tokens.includes(distance(x, y) ?? '')) return [x, y]
    return undefined
  }
  const uppersOfLeaves = consistentClasses(
    leaf,
    (a, b) => between(a, b, ['PXB']) !== undefined,
    (a, b) => between(a, b, ['PHB', 'NODE', 'SYS']) !== undefined,
    (a, b) => {
      const pair = between(a, b, ['PXB'])
      if (pair) lost(pair[0], pair[1])
    },
  )

  const groups: TreeGroup[] = []
  const uppers: { members: TreeGroup[]; nics: Device[] }[] = []
  const root: Device[] = []
  const alone: Device[] = []
  for (const leaves of uppersOfLeaves) {
    const members = leaves.flat()
    const gpus = members.filter(isGpu)
    if (gpus.length === 0) {
      root.push(...members)
      continue
    }
    if (members.length === 1) {
      alone.push(...gpus)
      continue
    }
    const switches = leaves.filter((item) => item.some(isGpu) && item.length > 1)
    const single = leaves.filter((item) => item.some(isGpu) && item.length === 1).flat()
    const loose = leaves.filter((item) => !item.some(isGpu)).flat()
    if (switches.length === 0) {
      // Several bridges between GPU and NIC, and no leaf is told apart: one switch of level PXB.
      groups.push({ kind: 'switch', level: 'PXB', gpus, nics: members.filter(isNic) })
      continue
    }
    const here = [
      ...switches.map((item): TreeGroup => ({
        kind: 'switch',
        level: 'PIX',
        gpus: item.filter(isGpu),
        nics: item.filter(isNic),
      })),
      ...single.map((gpu): TreeGroup => ({ kind: 'root', level: 'PIX', gpus: [gpu], nics: [] })),
    ]
    groups.push(...here)
    if (here.length > 1 || loose.length > 0) uppers.push({ members: here, nics: loose })
  }
  groups.push(...aloneGroups(alone, devices, distance, virtual))
  return { groups, uppers, root }
}

/**
 * GPUs without a partner at PIX or PXB. Straight to the CPU where the matrix gives their distance to all others here; unknown
 * where NV# (or nothing) stands in place of a distance to another such GPU, or where there is nobody to compare with.
 */
function aloneGroups(
  alone: readonly Device[],
  devices: readonly Device[],
  distance: (a: Device, b: Device) => string | undefined,
  virtual: boolean,
): TreeGroup[] {
  const unknown = alone.filter((gpu) => {
    const others = devices.filter((other) => other !== gpu)
    const told = others.filter((other) => distance(gpu, other) !== undefined)
    if (virtual || told.length === 0) return true
    return alone.some((other) => other !== gpu && distance(gpu, other) === undefined)
  })
  const groups: TreeGroup[] = alone
    .filter((gpu) => !unknown.includes(gpu))
    .map((gpu) => ({ kind: 'root', level: 'PIX', gpus: [gpu], nics: [] }))
  if (unknown.length > 0) groups.push({ kind: 'unknown', level: 'PIX', gpus: unknown, nics: [] })
  return groups
}
