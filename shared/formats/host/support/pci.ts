import type { AtLine } from '../../../model/source'
import type { PciLink } from '../../../model/node'

/** One function of lspci. Same facts as PciFunction of the model, with lines in place of whole references. */
export interface LspciFunction {
  /** `dddd:bb:dd.f`, lower case; 0000 where the text has no domain. */
  readonly busId: string
  readonly className?: string
  readonly classCode?: string
  readonly vendorDevice?: string
  /** The device line without the bus id. */
  readonly text: string
  readonly capability?: AtLine<PciLink>
  readonly status?: AtLine<PciLink & { readonly speedDowngraded?: boolean; readonly widthDowngraded?: boolean }>
  /** `SrcValid+ TransBlk- ReqRedir+ ...` of ACSCtl, not of ACSCap. */
  readonly acsControl?: AtLine<string>
  readonly maxReadRequest?: AtLine<number>
  readonly maxPayload?: AtLine<number>
  readonly numaNode?: AtLine<number>
  readonly iommuGroup?: AtLine<number>
  readonly driver?: AtLine<string>
  readonly slot?: AtLine<string>
  readonly secondaryBus?: number
  readonly subordinateBus?: number
  readonly revisionFf?: boolean
  readonly accessDenied?: boolean
  /** Raised bits of CESta and UESta (sticky history, no date): `RxErr BadTLP`. */
  readonly correctableStatus?: AtLine<string>
  readonly uncorrectableStatus?: AtLine<string>
  readonly laneErrors?: AtLine<string>
  readonly relaxedOrdering?: boolean
  readonly atsEnabled?: AtLine<boolean>
  readonly resizableBar?: AtLine<string>
  readonly largestRegion?: AtLine<string>
  /** `SW_MNG` in the vital product data: a management function of NVSwitch, no NIC. */
  readonly switchManagement?: boolean
  readonly line: number
  readonly endLine: number
}

/** `lspci` in any verbosity. */
export interface Lspci {
  readonly functions: readonly LspciFunction[]
  /** Detail lines (LnkSta and the like) were printed. */
  readonly verbose: boolean
  /** Every function said `Capabilities: <access denied>`: no link facts at all, since it did not run as root. */
  readonly accessDenied: boolean
}
