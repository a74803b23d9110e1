import data from './data/gpus.json'
import type { GigabytesPerSecond, Watts } from '../model/units'
import { indexBy, pick } from './support/table'

export type GpuArchitecture = 'Volta' | 'Turing' | 'Ampere' | 'Ada Lovelace' | 'Hopper' | 'Blackwell'

/** SXM module, PCIe card, Grace superchip (CPU attached by NVLink-C2C) or system on a chip (GB10). */
export type GpuFormFactor = 'SXM' | 'PCIe' | 'superchip' | 'SoC'

export interface GpuNvlink {
  readonly generation: number
  /** Links of the chip that the driver may list: 18 for H100 PCIe and NVL. NVML may list more slots (B300: 36, 18 active). */
  readonly links: number
  /** Links that a complete machine has active: 12 of 18 on H100 PCIe/NVL, 8 on A800/H800. What a healthy GPU is judged by. */
  readonly wiredLinks: number
  /** One direction, as sold: 25 for generations 2 to 4, 50 for 5. */
  readonly ratedPerLink: GigabytesPerSecond
  /** One direction, as `nvidia-smi nvlink -s` prints it (raw signal rate): 25, 25.781, 14.062, 26.562, 53.125. */
  readonly printedRate: GigabytesPerSecond
  /** Link numbers that are inactive on healthy cards by design (H100 NVL/PCIe: 4,5,10,11,16,17). */
  readonly inactiveByDesign?: readonly number[]
  /** `NV#` of every pair on the full NVSwitch board, or inside a bridged pair; undefined for meshes and unknown boards. */
  readonly healthyPair?: string
  /** `NV#` of every pair where four GPUs are joined directly (HGX 4-GPU, quad GH200, NVL4, 4-way bridge). */
  readonly fourGpuBoardPair?: string
  /** Direct mesh with unequal neighbours (V100 SXM2): mixed NV1/NV2/SYS is the wiring. */
  readonly mesh: boolean
}

/** One product, named as nvidia-smi prints it. `undefined` means not known, never "none", unless the field says so. */
export interface GpuProduct {
  readonly id: string
  readonly displayName: string
  /** Names of nvidia-smi without the leading `NVIDIA `. */
  readonly names: readonly string[]
  /** Anchored patterns for names whose tail varies, without the leading `NVIDIA `. */
  readonly patterns: readonly string[]
  /** Four hexadecimal digits, lower case. */
  readonly pciDeviceIds: readonly string[]
  readonly architecture: GpuArchitecture
  readonly computeCapability: string
  readonly formFactor: GpuFormFactor
  /** `SXM5`, `PCIe workstation`: for display. */
  readonly formFactorName: string
  /** On an SXM socket. Superchips are not: ask `nvlink && !bridgeOnly` for "links are wired on the board". */
  readonly isSxm: boolean
  /** Links only through bridges: none, pairs or groups are all possible and none is normal. */
  readonly bridgeOnly: boolean
  /** Undefined: the product has no NVLink at all. */
  readonly nvlink?: GpuNvlink
  /** What NCCL plans with: GB/s per link and direction (src/graph/topo.h), links towards peers. */
  readonly nccl?: { readonly perLinkBandwidth: GigabytesPerSecond; readonly linksUsed: number }
  /** `width` undefined: not known. `judged` false: width and generation of a healthy part vary (C2C attach, B300, GB10). */
  readonly pcie: { readonly generation: number; readonly width?: number; readonly judged: boolean }
  /** Attached to its CPU by NVLink-C2C. */
  readonly c2c: boolean
  /** Its NVSwitch board needs Fabric Manager on the node (not its 4-GPU board, nor trays of a rack). */
  readonly needsFabricManager: boolean
  /** `nvidia-smi -q` shows a fabric state for it (Hopper and later, NVLink products). */
  readonly fabricStatePrinted: boolean
  /** NVLink SHARP exists for it on an NVSwitch node (compute capability 9.0 and later). */
  readonly nvlsCapable: boolean
  /** Stock driver gives no PCIe peer access: NCCL through SHM is normal. */
  readonly geforceNoPcieP2P: boolean
  readonly memoryGB: number
  readonly tdp: Watts
  /** Oldest driver branch, e.g. 525. */
  readonly minDriverBranch?: number
  readonly notes: string
  /** Fields that no source settles, in words. */
  readonly uncertain: readonly string[]
  readonly sources: readonly string[]
}

interface Row {
  readonly id: string
  readonly name: string
  readonly names: readonly string[]
  readonly pattern?: readonly string[]
  readonly pci: readonly string[]
  readonly arch: GpuArchitecture
  readonly cc: string
  readonly form: GpuFormFactor
  readonly formName: string
  readonly bridge?: boolean
  readonly nvlink?: {
    readonly gen: number
    readonly links: number
    readonly wired: number
    readonly rated: number
    readonly printed: number
    readonly off?: readonly number[]
    readonly pair?: string
    readonly board?: string
    readonly mesh?: boolean
  }
  readonly nccl?: readonly [number, number]
  readonly pcie: readonly [number, number?]
  readonly pcieVaries?: boolean
  readonly c2c?: boolean
  readonly fm?: boolean
  readonly fabric?: boolean
  readonly noP2p?: boolean
  readonly memoryGB: number
  readonly tdp: number
  readonly driver?: number
  readonly notes: string
  readonly uncertain?: readonly string[]
  readonly sources: readonly number[]
}

function product(row: Row): GpuProduct {
  const { nvlink, nccl } = row
  return {
    id: row.id,
    displayName: row.name,
    names: row.names,
    patterns: row.pattern ?? [],
    pciDeviceIds: row.pci,
    architecture: row.arch,
    computeCapability: row.cc,
    formFactor: row.form,
    formFactorName: row.formName,
    isSxm: row.form === 'SXM',
    bridgeOnly: row.bridge ?? false,
    nvlink: nvlink && {
      generation: nvlink.gen,
      links: nvlink.links,
      wiredLinks: nvlink.wired,
      ratedPerLink: nvlink.rated,
      printedRate: nvlink.printed,
      inactiveByDesign: nvlink.off,
      healthyPair: nvlink.pair,
      fourGpuBoardPair: nvlink.board,
      mesh: nvlink.mesh ?? false,
    },
    nccl: nccl && { perLinkBandwidth: nccl[0], linksUsed: nccl[1] },
    pcie: { generation: row.pcie[0], width: row.pcie[1], judged: !row.pcieVaries },
    c2c: row.c2c ?? false,
    needsFabricManager: row.fm ?? false,
    fabricStatePrinted: row.fabric ?? false,
    // NVLS needs a switch chip and compute capability 9.0 (nccl src/transport/nvls.cc); bridged cards never have one.
    nvlsCapable: nvlink !== undefined && !row.bridge && Number(row.cc) >= 9,
    geforceNoPcieP2P: row.noP2p ?? false,
    memoryGB: row.memoryGB,
    tdp: row.tdp,
    minDriverBranch: row.driver,
    notes: row.notes,
    uncertain: row.uncertain ?? [],
    sources: pick(data.sources, row.sources),
  }
}

export const gpuProducts: readonly GpuProduct[] = (data.rows as unknown as readonly Row[]).map(product)

const byId = indexBy(gpuProducts, (gpu) => [gpu.id])
const byName = indexBy(gpuProducts, (gpu) => gpu.names)
const byPci = indexBy(gpuProducts, (gpu) => gpu.pciDeviceIds)
const byPattern = gpuProducts.flatMap((gpu) => gpu.patterns.map((pattern) => ({ gpu, pattern: new RegExp(pattern) })))

/**
 * The product whose name nvidia-smi prints, with or without `NVIDIA ` and a MIG suffix. Whole names only: `NVIDIA H100` is a
 * part of its own, and unknown or custom names (`NVIDIA Graphics Device`, `NVIDIA L20X`, vGPU profiles) give undefined.
 */
export function findGpu(name: string): GpuProduct | undefined {
  const trimmed = name.trim()
  const mig = trimmed.indexOf(' MIG ')
  const whole = mig > 0 ? trimmed.slice(0, mig) : trimmed
  const bare = whole.startsWith('NVIDIA ') ? whole.slice('NVIDIA '.length) : whole
  return byName.get(bare) ?? byPattern.find(({ pattern }) => pattern.test(bare))?.gpu
}

export function gpuById(id: string): GpuProduct | undefined {
  return byId.get(id)
}

/** By PCI device id (`0x2330`, `2330`, or `0x233010DE` of nvidia-smi -q); undefined where two products share it (A16 and A2). */
export function gpuByPciDevice(deviceId: string): GpuProduct | undefined {
  const digits = deviceId.trim().toLowerCase().replace(/^0x/, '')
  const device = digits.length === 8 && digits.endsWith('10de') ? digits.slice(0, 4) : digits
  return byPci.get(device)
}
