import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface BugReportHead {
  readonly scriptVersion?: AtLine<string>
  /** In the language of the user. */
  readonly date?: AtLine<string>
  readonly hostname?: AtLine<string>
  readonly kernel?: AtLine<string>
  readonly flags?: AtLine<string>
}

export const bugReportHead = defineBlockFormat<BugReportHead>({
  id: 'host/bug-report-head',
  title: 'Head of an NVIDIA bug report',
  command: 'nvidia-bug-report.sh',
  example: 'Start of NVIDIA bug report log file.  Please include this file, along',
  anchors: ['Start of NVIDIA bug report log file'],
  begins: () => false,
  parse: () => null,
})
