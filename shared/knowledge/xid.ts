export type XidSeverity = 'fatal' | 'error' | 'warning' | 'info'

interface ErrorCode {
  readonly code: number
  readonly name: string
  readonly severity: XidSeverity
  readonly meaning: string
  readonly action: string
  /** NVLink, NVSwitch or PCIe link. */
  readonly linkRelated: boolean
  readonly source: string
}

export interface Xid extends ErrorCode {
  /** Usually follows another error: look for the one before it. */
  readonly consequence: boolean
  /** The line itself says Fatal or Nonfatal, which wins over `severity`. */
  readonly severityFromText: boolean
}

export interface Sxid extends ErrorCode {
  /** Class in the Fabric Manager guide. The line's own Fatal/Non-fatal wins over `severity`. */
  readonly fabricClass: 'always-fatal' | 'potentially-fatal' | 'non-fatal' | 'other'
}

export const xids: readonly Xid[] = []
export const sxids: readonly Sxid[] = []

export function xidByCode(_code: number): Xid | undefined {
  return undefined
}

export function sxidByCode(_code: number): Sxid | undefined {
  return undefined
}
