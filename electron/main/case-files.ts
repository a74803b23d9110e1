import type { BrowserWindow } from 'electron'
import type { Response as CallResponse } from '@shared/contract/channels'
import type { CaseNotes } from '@shared/contract/case'
import { CallFailure } from './call-failure'

/** Opens and saves a case: one file with the untouched inputs and the user's notes. */
export interface CaseFiles {
  open(window: BrowserWindow): Promise<CallResponse<'case.open'>>
  save(window: BrowserWindow, notes: CaseNotes, as: boolean): Promise<CallResponse<'case.save'>>
}

/** Until cases are written, both answer with a reason instead of doing nothing. */
export function createCaseFiles(): CaseFiles {
  const notYet = (): Promise<never> => Promise.reject(new CallFailure('failed', 'this version cannot save cases'))
  return { open: notYet, save: notYet }
}
