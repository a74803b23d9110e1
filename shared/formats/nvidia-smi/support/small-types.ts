import type { AtLine } from '../../../model/source'

/** `nvidia-smi -L`. */
export interface GpuList {
  readonly gpus: readonly ListedGpu[]
}
export interface ListedGpu {
  readonly index: number
  readonly name?: string
  readonly uuid?: string
  readonly line: number
  readonly mig: readonly ListedMig[]
}
export interface ListedMig {
  /** `3g.40gb`, `1c.3g.71gb`. */
  readonly profile: string
  readonly device: number
  readonly uuid?: string
  readonly line: number
}

/** `nvidia-smi dmon` and `pmon`: two header lines (names, units), then one row per device and tick. */
export interface MonitorTable {
  readonly columns: readonly MonitorColumn[]
  readonly rows: readonly MonitorRow[]
}
export interface MonitorColumn {
  /** `pwr`, `gtemp`, `sm`, `pci`, `rxpci`. */
  readonly name: string
  /** `W`, `C`, `%`, `MB/s`; empty if not printed. */
  readonly unit: string
}
export interface MonitorRow {
  readonly line: number
  readonly gpu?: number
  /** As printed with `-o DT`: `20261130 18:27:59`. */
  readonly time?: string
  /** By column name. `-` (not available) is left out. */
  readonly cells: { readonly [column: string]: string }
}

/** `nvidia-smi --version`. */
export interface SmiVersion {
  readonly smi?: AtLine<string>
  readonly nvml?: AtLine<string>
  /** Kernel driver: `KMD version` where `DRIVER version` is deprecated (R610). */
  readonly driver?: AtLine<string>
  readonly cuda?: AtLine<string>
}

/** A command that failed: one line in place of the output. */
export interface SmiError {
  readonly kind:
    | 'driver-mismatch'
    | 'no-driver'
    | 'no-devices'
    | 'gpu-lost'
    | 'device-handle'
    | 'permission'
    | 'not-found'
    | 'nvml-missing'
    | 'bad-option'
    | 'not-supported'
    | 'inforom'
    | 'other'
  readonly text: string
  readonly line: number
  /** Bus id named in it, as printed. The other GPUs are hidden by the failure: unknown, not absent. */
  readonly busId?: string
  /** Index named in it (`GPU0000:65:00.0` has none). */
  readonly gpuIndex?: number
  /** Version printed under a driver/library mismatch: `NVML library version: 535.154`. */
  readonly libraryVersion?: AtLine<string>
}
