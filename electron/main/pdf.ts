import { BrowserWindow } from 'electron'
import { withHanFont } from '@host/print/han-font'
import { pageNumbers, withPageNumbers } from '@shared/derive/report'
import type { AppProtocol } from './app-protocol'

export interface Paper {
  readonly pageSize: 'A4' | 'Letter'
  readonly landscape: boolean
}

/** What a printing needs of the app. */
interface Printer {
  readonly protocol: AppProtocol
  /** Folder of the Chinese font, which paper brings along. */
  readonly fonts: string
}

/**
 * Prints a page of text and drawings in a window that nobody sees and that runs no script. The page's own `@page` rule wins
 * over the paper where it has one; headers and footers are the page's own too.
 */
export async function printHtml({ protocol, fonts }: Printer, page: string, paper: Paper): Promise<Uint8Array> {
  const { html } = withHanFont(page, [fonts])
  const window = new BrowserWindow({
    show: false,
    width: 900,
    height: 1200,
    webPreferences: { contextIsolation: true, nodeIntegration: false, sandbox: true, javascript: false },
  })
  const print = async (text: string): Promise<Uint8Array> => {
    const page = protocol.addPrintPage(text)
    try {
      await window.loadURL(page.url)
      return await printWindow(window, paper)
    } finally {
      page.remove()
    }
  }
  try {
    const pdf = await print(html)
    // CSS cannot ask for the page of an anchor: the first printing tells it, the second names it.
    const numbered = withPageNumbers(html, pageNumbers(pdf))
    return numbered === html ? pdf : await print(numbered)
  } finally {
    window.destroy()
  }
}

/** Prints what a window shows, under `@media print`. */
export async function printWindow(window: BrowserWindow, paper: Paper): Promise<Uint8Array> {
  return window.webContents.printToPDF({
    pageSize: paper.pageSize,
    landscape: paper.landscape,
    printBackground: true,
    preferCSSPageSize: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  })
}
