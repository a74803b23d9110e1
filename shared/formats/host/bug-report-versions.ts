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
  anchors: ['Component ', '| Details'],
  begins: () => false,
  parse: () => null,
})
