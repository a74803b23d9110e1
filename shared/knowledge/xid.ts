import data from './data/xid.json'
import { indexBy } from './support/table'

export type XidSeverity = 'fatal' | 'error' | 'warning' | 'info'

interface ErrorCode {
  readonly code: number
  readonly name: string
  /** What the code alone says; a rule may know more (rules xid-application, xid-secondary). */
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

interface XidRow {
  readonly c: number
  readonly n: string
  readonly s: number
  readonly m: string
  readonly a: string
  readonly l?: number
  readonly q?: number
  readonly t?: number
  readonly f: number
}

/** code, name, severity, class, meaning, action, source, link related. */
type SxidRow = readonly [number, string, number, number, string, number, number, number]

const severities: readonly XidSeverity[] = ['fatal', 'error', 'warning', 'info']
const fabricClasses: readonly Sxid['fabricClass'][] = ['always-fatal', 'potentially-fatal', 'non-fatal', 'other']

/** The header names most codes without further words: `HW_NPORT_INGRESS_RIDTAB_ECC_DBE_ERR` reads well enough in lower case. */
function spelledOut(name: string): string {
  return `NVSwitch: ${name
    .replace(/^(HW_)?/, '')
    .toLowerCase()
    .replaceAll('_', ' ')}`
}

/** GPU driver errors, `NVRM: Xid (PCI:...): N`. Sources: NVIDIA's Xid catalogue, nverror.h of open-gpu-kernel-modules. */
export const xids: readonly Xid[] = (data.xid as readonly XidRow[]).map((row) => ({
  code: row.c,
  name: row.n,
  severity: severities[row.s] ?? 'warning',
  meaning: row.m,
  action: row.a,
  linkRelated: row.l === 1,
  consequence: row.q === 1,
  severityFromText: row.t === 1,
  source: data.sources[row.f] ?? '',
}))

/** NVSwitch errors, `SXid (PCI:...): N`. Sources: Fabric Manager user guide, ctrl_dev_nvswitch.h of open-gpu-kernel-modules. */
export const sxids: readonly Sxid[] = (data.sxid as unknown as readonly SxidRow[]).map(
  ([code, name, severity, fabricClass, meaning, action, source, linkRelated]) => ({
    code,
    name: `NVSWITCH_ERR_${name}`,
    severity: severities[severity] ?? 'warning',
    fabricClass: fabricClasses[fabricClass] ?? 'other',
    meaning: meaning || spelledOut(name),
    action: data.actions[action] ?? '',
    linkRelated: linkRelated === 1,
    source: data.sources[source] ?? '',
  }),
)

const xidIndex = indexBy(xids, (entry) => [entry.code])
const sxidIndex = indexBy(sxids, (entry) => [entry.code])

export function xidByCode(code: number): Xid | undefined {
  return xidIndex.get(code)
}

export function sxidByCode(code: number): Sxid | undefined {
  return sxidIndex.get(code)
}
