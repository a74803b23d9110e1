import { PrintProblem, startPrinting } from '@host/print/pdf'
import { pageNumbers, reportPage, type Paper, type ReportDocument } from '@shared/derive/report'

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
    let pages: ReadonlyMap<string, number> = new Map()
    let pdf: Uint8Array = new Uint8Array()
    for (let round = 0; round < 3; round++) {
      pdf = await printing.print(reportPage(document, { paper, pages }))
      const now = pageNumbers(pdf)
      if (same(pages, now)) break
      pages = now
    }
    const shown = /[\u2e80-\u9fff]/.test(JSON.stringify(document)) ? await printing.showsChinese() : true
    return { pdf, pages: countPages(pdf), lacksChinese: shown === false }
  } finally {
    await printing.end()
  }
}

function same(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([key, page]) => b.get(key) === page)
}

function countPages(pdf: Uint8Array): number {
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  )
}

export { PrintProblem }
