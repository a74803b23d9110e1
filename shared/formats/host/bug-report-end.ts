import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** Without it the script hung or the file is cut. */
export interface BugReportEnd {
  readonly end: AtLine<boolean>
}

export const bugReportEnd = defineBlockFormat<BugReportEnd>({
  id: 'host/bug-report-end',
  title: 'End of an NVIDIA bug report',
  command: 'nvidia-bug-report.sh',
  example: 'End of NVIDIA bug report log file.',
  anchors: ['End of NVIDIA bug report log file'],
  begins: () => false,
  parse: () => null,
})
