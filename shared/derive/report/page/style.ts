import { monoFont, uiFont } from '../../link-layout'
import { paper } from './paper-palette'

/** Looks of the report on screen and on paper: always light, readable in grey, sizes in points so that paper decides. */
export const reportStyle = `
.report { color-scheme: light; color: ${paper.text}; font: 9pt/13pt ${uiFont}; font-variant-numeric: tabular-nums; text-size-adjust: none; overflow-wrap: break-word; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.report:lang(zh) { line-height: 14.5pt; }
.report * { box-sizing: border-box; }
.report h1, .report h2, .report h3, .report p, .report ul, .report ol, .report dl, .report dd, .report figure { margin: 0; padding: 0; }
.report h1 { font-size: 24pt; line-height: 30pt; font-weight: 600; margin-bottom: 8pt; }
.report h2 { font-size: 15pt; line-height: 20pt; font-weight: 600; }
.report section > h2, .report nav > h2 { margin-bottom: 6pt; break-after: avoid; }
.report h3 { font-size: 10pt; line-height: 14pt; font-weight: 600; }
.report .hd { break-after: avoid; break-inside: avoid; }
.report .hd2 { margin-bottom: 6pt; } .report .hd3 { margin: 12pt 0 3pt; }
.report .hd > h2, .report .hd > h3 { display: inline; }
.report .hd > .mk { margin-right: 4pt; }
.report .note, .report p.note { font-size: 8pt; line-height: 11.5pt; color: ${paper.text2}; font-weight: 400; }
.report .hd .note { margin-left: 5pt; color: ${paper.text3}; }
.report .hd3 .note { display: inline-block; max-width: 100%; font-family: ${monoFont}; font-size: 7.5pt; }
.report p { margin: 0 0 4pt; orphans: 3; widows: 3; }
.report p.lead { font-size: 11pt; line-height: 16pt; }
.report:lang(zh) p.lead { line-height: 18pt; }
.report p.note { margin: 3pt 0 5pt; }
.report table + p.note { break-before: avoid; }
.report .hd3 + p.note { break-after: avoid; margin-top: 0; }
.report a { color: ${paper.accent}; text-decoration: none; }
.report a:hover { text-decoration: underline; }
.report p a, .report ol li a, .report td a { text-decoration: underline; text-decoration-thickness: .5px; text-underline-offset: 2px; }
.report a.out { color: ${paper.text3}; overflow-wrap: anywhere; margin-right: 6pt; }
.report b { font-weight: 600; }
.report code { font: 8pt/11pt ${monoFont}; overflow-wrap: anywhere; }
.report p code, .report li code, .report td code { background: ${paper.surface2}; border: 0.5pt solid ${paper.line}; border-radius: 2px; padding: 0 2.5pt; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.report p code.nb, .report li code.nb, .report .fine.nb { white-space: nowrap; }
.report .q { color: ${paper.text3}; font-size: 7.5pt; overflow-wrap: anywhere; }
.report .fine { font: 7pt/9.5pt ${monoFont}; overflow-wrap: anywhere; color: ${paper.text2}; }
.report .keep, .report figure, .report .quote.keep { break-inside: avoid; }
.report .ic { vertical-align: -1.2pt; margin-right: 3pt; }
.report .st.good { color: ${paper.good}; } .report .st.degraded { color: ${paper.degraded}; } .report .st.dead { color: ${paper.dead}; }
.report .st.unknown { color: ${paper.unknown}; } .report .st.unchecked { color: ${paper.unchecked}; }
.report .st.dead, .report .st.degraded { font-weight: 600; }
.report .mk { display: inline-block; min-width: 12pt; height: 12pt; border-radius: 6pt; padding: 0 3pt; background: ${paper.accent}; color: ${paper.onAccent}; font-weight: 600; font-size: 7.5pt; line-height: 12pt; text-align: center; vertical-align: 0.5pt; }
.report .pg { color: ${paper.text2}; }
.report td .pg, .report nav .pg { display: inline-block; min-width: 16pt; text-align: right; }

.report table { border-collapse: collapse; width: 100%; margin: 3pt 0 6pt; table-layout: auto; }
.report th { text-align: left; vertical-align: bottom; font-size: 8pt; line-height: 11pt; font-weight: 600; color: ${paper.text3}; border-bottom: 0.75pt solid ${paper.lineStrong}; padding: 2pt 6pt 2pt 0; }
.report td { border-bottom: 0.5pt solid ${paper.line}; padding: 2.5pt 6pt 2.5pt 0; vertical-align: top; overflow-wrap: anywhere; }
.report tr, .report table.keep { break-inside: avoid; }
/* What a paragraph says of a table or quote stays with it. */
.report p:has(+ table), .report p:has(+ .quote), .report .hd2 + p { break-after: avoid; }
/* A table neither ends a page with its first rows nor begins one with its last; what its outer rows ask for holds for all of it. */
.report tbody tr:nth-child(-n+2):not(:last-child) { break-after: avoid; } .report tbody tr:nth-last-child(-n+2):not(:first-child) { break-before: avoid; }
.report thead { display: table-header-group; }
.report table.dense { font-size: 8pt; line-height: 11.5pt; } .report table.dense td { padding-top: 1.75pt; padding-bottom: 1.75pt; }
.report table.narrow { width: auto; } .report table.narrow th, .report table.narrow td { min-width: 44pt; }
.report table.tight { line-height: 10.5pt; } .report table.tight td { padding-top: 1pt; padding-bottom: 1pt; }
.report th.r, .report td.r { text-align: right; padding-left: 4pt; padding-right: 9pt; }
.report td.r { white-space: nowrap; } .report td.r .st.unknown, .report td.r .q { white-space: normal; }
.report td.m, .report td.m.r { font-family: ${monoFont}; font-size: 7.5pt; }
.report th:last-child, .report td:last-child { padding-right: 0; }

.report dl.facts { display: grid; gap: 1.5pt 10pt; margin: 2pt 0 6pt; }
.report dl.c2 { grid-template-columns: 1fr 1fr; }
.report dl.facts div { display: grid; grid-template-columns: 84pt 1fr; gap: 6pt; break-inside: avoid; }
.report dl.c1 div { grid-template-columns: 90pt 1fr; }
.report dt { color: ${paper.text3}; }
.report ol, .report ul { padding-left: 14pt; margin: 2pt 0 5pt; }
.report li { margin-bottom: 2.5pt; break-inside: avoid; }
.report code.cmd { display: inline-block; white-space: pre-wrap; }
.report ul.figures { display: flex; flex-wrap: wrap; list-style: none; padding: 5pt 0; margin: 6pt 0 2pt; gap: 4pt 20pt; border-top: 0.5pt solid ${paper.line2}; border-bottom: 0.5pt solid ${paper.line2}; }
.report ul.figures li { margin: 0; color: ${paper.text2}; } .report ul.figures b, .report ul.figures .st { font-size: 14pt; line-height: 18pt; font-weight: 600; }
.report ul.figures .ic { width: 11pt; height: 11pt; }

.report figure { margin: 4pt 0 6pt; }
.report figure > svg { display: block; max-width: 100%; height: auto; }
.report figure.chart > svg { width: 100%; }
.report figcaption { font-size: 8pt; line-height: 11.5pt; color: ${paper.text2}; margin-top: 4pt; }
.report .legend { display: flex; flex-wrap: wrap; gap: 2pt 12pt; font-size: 8pt; line-height: 12pt; color: ${paper.text2}; margin: 5pt 0 0; }
.report .legend span { display: inline-flex; align-items: center; gap: 4pt; } .report .legend .mk { display: inline-block; }

.report .quote { border: 0.5pt solid ${paper.line2}; border-radius: 2px; margin: 4pt 0 6pt; background: ${paper.surface2}; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.report .where { font-weight: 600; font-size: 8pt; line-height: 11pt; padding: 2pt 6pt; border-bottom: 0.5pt solid ${paper.line}; overflow-wrap: anywhere; break-after: avoid; }
.report .where a { color: ${paper.text2}; }
.report .l { display: flex; break-inside: avoid; }
.report .l i { flex: none; width: 34pt; padding-right: 6pt; text-align: right; font: 7pt/10.5pt ${monoFont}; color: ${paper.text3}; }
.report .l code { flex: 1; min-width: 0; white-space: pre-wrap; font-size: 7pt; line-height: 10pt; padding-right: 4pt; }
.report .l.hit code { font-weight: 600; } .report .l.hit { background: ${paper.unknownBg}; }
.report .quote.dead .l.hit { background: ${paper.deadBg}; } .report .quote.degraded .l.hit { background: ${paper.degradedBg}; }
.report .quote.fit .l i { width: 26pt; padding-right: 5pt; } .report .quote.fit .l code { font-size: 6.5pt; padding-right: 1pt; }
.report .lines > :last-child { break-before: avoid; }
.report .gap { padding: 0 6pt 0 34pt; color: ${paper.text3}; font-size: 7.5pt; line-height: 10.5pt; }

.report .cover { display: flex; flex-direction: column; }
.report .cover .logo { margin-bottom: 30pt; } .report .cover img.logo { max-width: 180pt; max-height: 64pt; object-fit: contain; object-position: left; align-self: flex-start; }
.report .cover .facts { margin: 14pt 0 18pt; gap: 4pt; }
.report .cover .said { white-space: pre-wrap; border-left: 2pt solid ${paper.line2}; padding: 2pt 0 2pt 10pt; margin: 0 0 18pt; }
.report nav.contents { break-inside: auto; margin-top: 10pt; }
.report nav.contents ul { list-style: none; padding: 0; max-width: 360pt; }
.report nav.contents li { display: flex; align-items: baseline; gap: 6pt; margin: 0 0 3pt; }
.report nav.contents li.in { padding-left: 14pt; font-size: 8.5pt; }
.report nav.contents li::after { content: ''; order: 1; flex: 1; border-bottom: 0.75pt dotted ${paper.line2}; }
.report nav.contents .pg { order: 2; }
`

/** A report in a browser: sheets below each other, as wide as the text on paper. */
export const screenStyle = `
@media screen {
  html { background: ${paper.bg}; }
  body { margin: 0; padding: 24px 12px; }
  .report { max-width: 794px; margin: 0 auto; }
  .report > section { background: ${paper.surface}; border: 1px solid ${paper.line2}; padding: 42px 57px; margin: 0 0 24px; overflow-x: auto; }
  .report > section.wide { max-width: none; }
}
@media print {
  html, body { margin: 0; padding: 0; background: ${paper.surface}; }
}
`
