import { defineBlockFormat } from '../../model/format'

/** `Skipping ...`, `*** PATH does not exist`: what the report does not hold, so that absence is unknown, not zero. */
export interface BugReportSkipped {
  readonly what: readonly { readonly item: string; readonly reason?: string; readonly line: number }[]
}

export const bugReportSkipped = defineBlockFormat<BugReportSkipped>({
  id: 'host/bug-report-skipped',
  title: 'What a bug report skipped',
  command: 'nvidia-bug-report.sh',
  example: 'Skipping: mst status',
  anchors: ['Skipping ', 'Skipping: ', 'does not exist', 'is not readable'],
  begins: () => false,
  parse: () => null,
})
