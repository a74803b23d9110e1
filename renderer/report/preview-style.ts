import { paperSizes, textArea } from '@shared/derive/report'
import type { Paper } from '@shared/derive/report'

/** Between two sheets on the desk, mm. */
export const GUTTER = 8
/** Top margin of a sheet, mm: where the text begins. */
export const TOP = 22

/** Pages as the columns of one long text: the browser cuts columns by the same rules as pages. */
export function previewStyle(paper: Paper): string {
  const [width] = paperSizes[paper]
  const { width: text, height } = textArea(paper, false)
  return `
.report { width: ${text}mm; height: ${height}mm; column-width: ${text}mm; column-gap: ${width - text + GUTTER}mm; column-fill: auto; }
.report > section { break-before: column; }
.report > section.follows { break-before: auto; margin-top: 22pt; }
.report > section:first-child { break-before: auto; }
.report figure > svg { max-height: ${height - 45}mm; }
.report > section.wide figure > svg { max-width: 100%; height: auto; }
`
}
