export { buildReport, reportSources } from './build'
export type { ReadReportLines, ReportOptions } from './context'
export { reportMarkdown } from './markdown'
export {
  fontFace,
  fontPieces,
  hanNeed,
  hanWeights,
  pieceFile,
  unicodeRange,
  withFaces,
  type FontPiece,
} from './page/han-font'
export { reportBody, reportPage } from './page/html'
export { paperSizes, runningHeads, textArea } from './page/paged'
export { reportStyle } from './page/style'
export { withPageNumbers } from './page/page-links'
export { pageNumbers } from './page/page-numbers'
export { papers, reportParts, type Paper, type ReportDocument, type ReportPartId } from './types'
