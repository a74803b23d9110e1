import type { Language } from '@shared/messages'
import type { Session } from '@shared/model/session'
import type { ReadEvidence } from './evidence'

export function sessionHtml(_session: Session, _language: Language, _evidence: ReadEvidence): string {
  return ''
}
