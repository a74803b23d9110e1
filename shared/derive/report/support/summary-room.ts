import { textWidth } from '../../link-layout/text-width'

/** Width of the text on an upright page, pt. */
const WIDTH = 510
/**
 * Height left on the smaller paper (Letter) for what varies, pt: the page less headings, counts, three steps of two lines and the
 * three captures that come next.
 */
const ROOM = 215
const LEAD = 18
const PLAIN = 15
/** A row of a dense table: its lines, and what is around them. */
const LINE = 12
const AROUND = 4
const MOST_FINDINGS = 8
const FEWEST_FINDINGS = 3

/** Widths by the widest font that may print, so what fits by this fits. */
function linesOf(text: string, size: number, width: number): number {
  return Math.max(1, Math.ceil(textWidth(text, size) / (width * 0.96)))
}

export interface SummaryRoom {
  /** A verdict of many lines stands in smaller type. */
  readonly leads: boolean
  /** How many of the findings fit below verdict and nodes; some always do. */
  findings(rows: readonly { readonly title: string; readonly where: string }[]): number
}

/** The summary is one page whatever was found: what there is most of gives way, and the note below it says how much is left. */
export function summaryRoom(verdict: readonly string[], nodes: readonly { readonly product: string }[]): SummaryRoom {
  const lead = verdict.map((line) => linesOf(line, 11, WIDTH) * LEAD + 4)
  const leads = lead.reduce((sum, height) => sum + height, 0) <= 5 * (LEAD + 4)
  const said = leads ? lead : verdict.map((line) => linesOf(line, 9, WIDTH) * PLAIN + 4)
  const listed = nodes.map(({ product }) => linesOf(product, 8, WIDTH * 0.29) * LINE + AROUND)
  const taken = [...said, ...listed].reduce((sum, height) => sum + height, 0)
  return {
    leads,
    findings: (rows) => {
      let left = ROOM - taken
      let count = 0
      for (const { title, where } of rows) {
        left -= Math.max(linesOf(title, 8, WIDTH * 0.6), linesOf(where, 8, WIDTH * 0.24)) * LINE + AROUND
        if (left < 0 && count >= FEWEST_FINDINGS) break
        count++
      }
      return Math.min(count, MOST_FINDINGS)
    },
  }
}
