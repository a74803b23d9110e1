import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface BugReportSkip {
  readonly item: string
  readonly reason?: string
  readonly line: number
}

/**
 * The frame of nvidia-bug-report.log: head, section separators, what it could not read, end marker. The sections themselves are
 * taken by the formats of their commands.
 */
export interface BugReport {
  readonly begins?: AtLine<boolean>
  readonly scriptVersion?: AtLine<string>
  /** In the language of the user. */
  readonly date?: AtLine<string>
  readonly flags?: AtLine<string>
  readonly separators: number
  /** Paths of `*** /path` sections that have content. */
  readonly files: readonly AtLine<string>[]
  /** Missing or unreadable files and skipped commands: what they would show is unknown, not absent. */
  readonly skipped: readonly BugReportSkip[]
  /** Without it the script hung, or the file is cut. */
  readonly ends?: AtLine<boolean>
}

export const bugReport = defineStreamFormat<BugReport>({
  id: 'host/bug-report',
  title: 'Frame of an NVIDIA bug report',
  command: 'nvidia-bug-report.sh',
  example: 'Start of NVIDIA bug report log file.  Please include this file, along',
  anchors: ['NVIDIA bug report log file'],
  reader: () => ({ take: () => null, close: () => null }),
})
