export type DcgmKind = 'gauge' | 'counter' | 'label'

export interface DcgmField {
  readonly id: number
  /** Newest name, `DCGM_FI_DEV_...`. */
  readonly name: string
  /** Column head of `dcgmi dmon`. */
  readonly tag: string
  /** Names that other releases and exporters use. */
  readonly aliases: readonly string[]
  /** Of the raw value: `count`, `MB/s`, `bytes/s`, `KB/s`, `ratio`, `C`, ... '' when none is defined. */
  readonly unit: string
  /** `GPU`, `Link`, `NvSwitch`, `Global`, `vGPU`, ... */
  readonly scope: string
  readonly kind: DcgmKind
  readonly meaning: string
  /** Releases of which the header was read: first and last that have it. */
  readonly seen: readonly [string, string]
  /** Column heads of older releases. */
  readonly olderTags: readonly string[]
  /** DCGM 2.x gave this id to another field. */
  readonly reused?: { readonly name: string; readonly tag: string; readonly versions: string }
}

export const dcgmFields: readonly DcgmField[] = []

/** By numeric id. With `tag` (the column head seen), an id that 2.x used otherwise gives the older field. */
export function dcgmFieldById(_id: number, _tag?: string): DcgmField | undefined {
  return undefined
}

/** By column head, newest or older. Several fields may share a head over releases: all of them. */
export function dcgmFieldsByTag(_tag: string): readonly DcgmField[] {
  return []
}

/** By `DCGM_FI_...` name or alias. */
export function dcgmFieldByName(_name: string): DcgmField | undefined {
  return undefined
}

export interface DcgmAdvice {
  readonly ids: readonly number[]
  readonly purpose: 'nvlink-rate' | 'nvlink-rate-per-link' | 'nvlink-total' | 'nvlink-errors' | 'pcie-rate' | 'pcie-rate-nvml' | 'pcie-replay'
  readonly unit: string
  readonly kind: DcgmKind
}

/** What to watch for links (rules dcgm-wrong-field-ids); the first entry is the answer to "NVLink bandwidth". */
export const nvlinkFieldIds: readonly DcgmAdvice[] = []

/** Ids that guides give for NVLink although they measure something else: 205, 206. */
export const notNvlinkFieldIds: readonly number[] = [205, 206]
