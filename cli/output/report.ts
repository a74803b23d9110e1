import { withHanFont } from '@host/print/han-font'
import { startPrinting } from '@host/print/pdf'
import { pageNumbers, reportPage, withPageNumbers, type Paper, type ReportDocument } from '@shared/derive/report'

export interface PrintedReport {
  readonly pdf: Uint8Array
  readonly pages: number
  /** Characters that neither the font brought along nor one of the computer has. */
  readonly unshown: readonly string[]
}

/** Any of them makes the message; a capture full of noise need not be drawn whole. */
const MOST_LOOKED_AT = 200

/** Printed twice: the first printing tells on which page each finding is, the second names it. */
export async function printReport(document: ReportDocument, paper: Paper): Promise<PrintedReport> {
  const printing = await startPrinting()
  try {
    const { html: blank, unheld } = withHanFont(reportPage(document, { paper, pages: new Map() }))
    let html = blank
    let pdf = await printing.print(html)
    // Numbers take room: in rare cases they move what they count, so they are looked at once more.
    for (let round = 0; round < 2; round++) {
      const numbered = withPageNumbers(blank, pageNumbers(pdf))
      if (numbered === html) break
      html = numbered
      pdf = await printing.print(html)
    }
    const unshown = unheld.length > 0 ? await printing.unshown(unheld.slice(0, MOST_LOOKED_AT)) : []
    return { pdf, pages: countPages(pdf), unshown: unshown ?? [] }
  } finally {
    await printing.end()
  }
}

function countPages(pdf: Uint8Array): number {
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  )
}
