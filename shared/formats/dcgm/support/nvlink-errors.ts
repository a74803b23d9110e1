/** One counter as printed; decimals occur in the bit error rates of Blackwell only. */
export interface DcgmLinkCounter {
  /** `CRC FLIT Error`, `Replay Error`, `Symbol BER`, ... */
  readonly counter: string
  readonly value: number
  /** As printed. */
  readonly text: string
  readonly line: number
}

/** `dcgmi nvlink -e`: running totals since the driver was loaded or the last reset; only growth between captures says something. */
export interface DcgmNvlinkErrors {
  /** gpuId; undefined when the header is cut off. */
  readonly gpu?: number
  readonly links: readonly {
    readonly index: number
    readonly counters: readonly DcgmLinkCounter[]
    readonly line: number
  }[]
  /** Blackwell and later: sums over the GPU, no single links. */
  readonly totals: readonly DcgmLinkCounter[]
}
