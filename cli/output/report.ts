import { startPrinting } from '@host/print/pdf'
import { pageNumbers, reportPage, withPageNumbers, type Paper, type ReportDocument } from '@shared/derive/report'

export interface PrintedReport {
  readonly pdf: Uint8Array
  readonly pages: number
  /** The report is Chinese and the printing program has no font for it. */
  readonly lacksChinese: boolean
}

/** Printed twice: the first printing tells on which page each finding is, the second names it. */
export async function printReport(document: ReportDocument, paper: Paper): Promise<PrintedReport> {
  const printing = await startPrinting()
  try {
    const blank = reportPage(document, { paper, pages: new Map() })
    let html = blank
    let pdf = await printing.print(html)
    // Numbers take room: in rare cases they move what they count, so they are looked at once more.
    for (let round = 0; round < 2; round++) {
      const numbered = withPageNumbers(blank, pageNumbers(pdf))
      if (numbered === html) break
      html = numbered
      pdf = await printing.print(html)
    }
    const shown = /[\u2e80-\u9fff]/.test(JSON.stringify(document)) ? await printing.showsChinese() : true
    return { pdf, pages: countPages(pdf), lacksChinese: shown === false }
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
