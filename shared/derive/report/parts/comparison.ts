import type { ReportContext } from '../context'
import type { ReportSection } from '../types'

/** Two nodes side by side. */
export function comparisonPart(_context: ReportContext): readonly ReportSection[] {
  return []
}
