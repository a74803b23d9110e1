import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface BugReportVersions {
  readonly rows: readonly { readonly component: string; readonly details: readonly string[]; readonly line: number }[]
  readonly driver?: AtLine<string>
  readonly fabricManager?: AtLine<string>
}

export const bugReportVersions = defineBlockFormat<BugReportVersions>({
  id: 'host/bug-report-versions',
  title: 'Version table of a bug report',
  command: 'nvidia-bug-report.sh',
  example: 'Component                | Details',
  anchors: ['Component '],
  begins: (line) => HEADER.test(line),
  parse(lines) {
    const rows: { component: string; details: string[]; line: number }[] = []
    lines.next()
    for (let line = lines.peek(); line; line = lines.peek()) {
      if (!RULE.test(line.text)) {
        const at = line.text.indexOf('|')
        if (at < 0) break
        const component = line.text.slice(0, at).trim()
        const detail = line.text.slice(at + 1).trim()
        const last = rows.at(-1)
        if (component === '' && last) {
          if (detail !== '') last.details.push(detail)
        } else rows.push({ component, details: detail === '' ? [] : [detail], line: line.number })
      }
      lines.next()
    }
    return {
      rows,
      driver: find(rows, /GPU Details|NVIDIA SMI/i, DRIVER),
      fabricManager: find(rows, /Fabric ?Manager/i, DRIVER),
    }
  },
})

const HEADER = /^\s*Component\s+\|\s*Details\s*$/
const RULE = /^[\s=|+-]*[=-]{5}[\s=|+-]*$/
// A driver version; the name and memory beside it have no such number.
const DRIVER = /(?:^|[\s,:])(\d{3}\.\d{1,3}(?:\.\d{1,3})?)(?=$|[\s,])/

function find(rows: BugReportVersions['rows'], component: RegExp, form: RegExp): AtLine<string> | undefined {
  for (const row of rows) {
    if (!component.test(row.component)) continue
    for (const detail of row.details) {
      const value = form.exec(detail)?.[1]
      if (value !== undefined) return { value, line: row.line }
    }
  }
  return undefined
}
