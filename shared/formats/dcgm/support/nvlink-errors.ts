import { finite } from './text'
import { joinWords, type TreeRow } from './tree'

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

interface GrowingLink {
  index: number
  counters: DcgmLinkCounter[]
  line: number
}

/** Rows of the table: `Link i` with `-> counter` below, 1.x flat rows of three cells, Blackwell one `Error Detail`. */
export function errorsOfTree(titles: readonly string[], rows: readonly TreeRow[]): DcgmNvlinkErrors {
  const links = new Map<number, GrowingLink>()
  const totals: DcgmLinkCounter[] = []
  const gpu = titles.map((title) => /^GPU(?: ID:)? (\d+)$/.exec(title)?.[1]).find((id) => id !== undefined)
  let target: DcgmLinkCounter[] | undefined
  for (const row of rows) {
    const index = /^Link (\d+)$/.exec(row.name)?.[1]
    if (index !== undefined) {
      const link = links.get(Number(index)) ?? { index: Number(index), counters: [], line: row.line }
      links.set(link.index, link)
      target = link.counters
      const flat =
        row.cells.length >= 3 ? counter((row.cells[1] ?? '').trim(), (row.cells[2] ?? '').trim(), row.line) : null
      if (flat) link.counters.push(flat)
    } else if (row.name === 'Error Detail') target = totals
    else {
      const found = counter(row.name, joinWords(row.values), row.line)
      if (found) (target ?? totals).push(found)
    }
  }
  return { gpu: gpu === undefined ? undefined : Number(gpu), links: [...links.values()], totals }
}

function counter(name: string, text: string, line: number): DcgmLinkCounter | null {
  const value = finite(text)
  return value === undefined || name === '' ? null : { counter: name, value, text, line }
}
