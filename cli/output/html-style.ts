/** Style of the printed report: paper is always light, and colour is never the only cue. */
export const reportStyle = `
:root { color-scheme: light; }
body { font: 13px/20px "Segoe UI", -apple-system, "Noto Sans", "Liberation Sans", "PingFang SC", "Microsoft YaHei",
  "Noto Sans CJK SC", system-ui, sans-serif; color: #1a1e23; background: #fff; max-width: 1080px; margin: 24px auto; padding: 0 24px;
  font-variant-numeric: tabular-nums; }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 16px; }
h2 { font-size: 16px; margin: 24px 0 8px; padding-bottom: 4px; border-bottom: 1px solid #c3c9cf; }
h3 { font-size: 14px; margin: 0 0 4px; }
p { margin: 4px 0; max-width: 90ch; }
ol { margin: 4px 0; padding-left: 24px; }
table { border-collapse: collapse; width: 100%; }
td { border-bottom: 1px solid #dfe2e6; padding: 2px 12px 2px 0; vertical-align: top; overflow-wrap: anywhere; }
article { border: 1px solid #dfe2e6; border-radius: 4px; padding: 12px; margin: 8px 0; break-inside: avoid-page; }
pre, code { font-family: "Cascadia Mono", "SF Mono", Menlo, Consolas, "Noto Sans Mono", "Liberation Mono", monospace; font-size: 12px; }
pre { background: #f7f8f9; border: 1px solid #dfe2e6; border-radius: 2px; padding: 4px 8px; margin: 4px 0; overflow-x: auto;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre i { color: #5d6670; font-style: normal; user-select: none; }
.rule, .where, .small { color: #5d6670; font-size: 11px; }
.small code { font-size: 10px; }
.state { display: inline-block; padding: 0 6px; border-radius: 2px; border: 1px solid currentColor; font-size: 11px; }
.error { color: #930b22; background: #fbe6e7; border-style: solid; }
.warning { color: #8f5606; background: #fcf0d9; border-style: dashed; }
.info { color: #1d5fc4; background: #e6effc; border-style: dotted; }
figure { margin: 12px 0; break-inside: avoid-page; }
figure svg { max-width: 100%; height: auto; }
figcaption { font-weight: 600; }
@page { margin: 14mm; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
`
