import { isUiKey } from '../../../messages/ui'
import type { ResolvedRow } from '../../nccl-settings'
import type { ReportContext } from '../context'
import type { Inline } from '../types'
import { quiet } from './format'

/** What a setting comes to in its job, in one sentence. */
export function verdictText(context: ReportContext, row: ResolvedRow): string {
  if (row.verdict.key === 'foreign' && row.owner !== undefined)
    return context.ui('nccl.kind.foreign', { owner: row.owner })
  const key = `nccl.verdict.${row.verdict.key}`
  return isUiKey(key) ? context.ui(key, row.verdict.data) : row.verdict.key
}

/** What NCCL makes of the text, where that is not the text itself: `true` is 0. */
export function readingText(context: ReportContext, row: ResolvedRow): readonly Inline[] {
  const { reading } = row
  if (reading?.value === undefined || String(reading.value) === row.value.trim()) return []
  return ['\n', quiet(`${context.ui('nccl.reading')} ${String(reading.value)}`)]
}
