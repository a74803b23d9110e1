import type { LinkMessage, LinkState } from '../../../model/gpu'
import type { GigabytesPerSecond } from '../../../model/units'

/** Shapes of `nvidia-smi nvlink`: every sub-command prints a header per GPU, then lines per link. */

/** `GPU 3: NVIDIA H200 (UUID: GPU-...)`. Old drivers and edited copies omit the UUID. */
export interface NvlinkGpuHeader {
  readonly index: number
  readonly name?: string
  readonly uuid?: string
  readonly line: number
  readonly endLine: number
}

export interface NvlinkSentence {
  readonly value: LinkMessage
  readonly text: string
  readonly line: number
}

export interface NvlinkGpu<L> extends NvlinkGpuHeader {
  readonly links: readonly L[]
  /** A sentence in place of the link lines. */
  readonly message?: NvlinkSentence
  /** Lines of this GPU were cut, elided or unreadable: a link that is not listed may be there. */
  readonly damaged: boolean
}

export interface NvlinkCapture<L> {
  readonly gpus: readonly NvlinkGpu<L>[]
  /** GPUs were left out by the author (`...` between GPUs) or asked for singly (`-i N`): absence of a GPU says nothing. */
  readonly partial: boolean
}

export interface NvlinkLinkAt {
  readonly index: number
  readonly line: number
}

/** `nvlink -s`. The rate is per link and per direction, raw signalling. */
export interface NvlinkStatusLink extends NvlinkLinkAt {
  readonly state: LinkState
  readonly gigabytesPerSecond?: GigabytesPerSecond
  /** As printed behind the colon. */
  readonly text: string
}

/** `nvlink -e`: one entry per counter line, several per link. */
export interface NvlinkCounter {
  readonly counter: string
  /** Undefined for `N/A` and other words: see `text`. Bit error rates come as floats (`15e-255` is the floor, zero). */
  readonly value?: number
  readonly text: string
  readonly line: number
}

export interface NvlinkErrorsLink extends NvlinkLinkAt {
  readonly counters: readonly NvlinkCounter[]
}

/** `nvlink -R` and `nvlink -p`. */
export interface NvlinkRemoteLink extends NvlinkLinkAt {
  /** As printed: `00000000:D5:00.0`. */
  readonly text: string
  /** Normalised; undefined when hidden or unreadable. */
  readonly busId?: string
  /** `FFFFFFFF:FF:FF.0`: a virtual machine does not show the far end. */
  readonly hidden: boolean
  /** Link or switch port at the far end (`-R` only). */
  readonly remoteLink?: number
}

export interface NvlinkCapability {
  readonly name: string
  readonly value: boolean
  readonly line: number
}

export interface NvlinkCapabilitiesLink extends NvlinkLinkAt {
  readonly capabilities: readonly NvlinkCapability[]
}

/** `nvlink -gt d`, `-gt r` and old `-g`: cumulative since driver load or reset. */
export interface NvlinkThroughputLink extends NvlinkLinkAt {
  readonly counters: readonly NvlinkTraffic[]
}

export interface NvlinkTraffic {
  /** `data` is payload, `raw` includes protocol overhead, `counter` are the numbered counters of old `-g`. */
  readonly kind: 'data' | 'raw' | 'counter'
  readonly direction: 'tx' | 'rx'
  readonly kibibytes: number
  readonly line: number
}

/** `nvlink -info`: nested `key: value` lines, values may hold colons. */
export interface NvlinkInfoEntry {
  /** Keys from the outside in: [`Firmware Version`, `MSE`]. */
  readonly path: readonly string[]
  readonly value: string
  readonly line: number
}

export interface NvlinkInfoGpu extends NvlinkGpuHeader {
  readonly entries: readonly NvlinkInfoEntry[]
}

export interface NvlinkInfo {
  readonly gpus: readonly NvlinkInfoGpu[]
}

/** One-line answers of the rare sub-commands (`-sLowPwrThres`, `-gLowPwrInfo`, `-gBwMode`, `-cBridge`, `c2c -s`). */
export interface NvlinkOther {
  readonly gpus: readonly (NvlinkGpuHeader & {
    readonly lines: readonly { readonly text: string; readonly line: number }[]
  })[]
}
