import { formatMessage } from '../format-message'
import type { Language } from '../language'
import { bandwidthTexts } from './bandwidth'
import { caseTexts } from './case'
import { compareTexts } from './compare'
import { diagnosisTexts } from './diagnosis'
import { factTexts } from './facts'
import { findingsTexts } from './findings'
import { fleetTexts } from './fleet'
import { linksTexts } from './links'
import { ruleTexts } from './rule'
import { healthTexts } from './health'
import { ncclTexts } from './nccl'
import { ncclVerdictTexts } from './nccl-verdicts'
import { openTexts } from './open'
import { overviewTexts } from './overview'
import { reportViewTexts } from './report'
import { shellTexts } from './shell'
import { sourcesTexts } from './sources'
import type { TextData, Texts } from './text'

/** Texts of the window, one file per area. A key is written once; both languages stand beside each other. */
export const uiTexts = {
  ...shellTexts,
  ...openTexts,
  ...caseTexts,
  ...overviewTexts,
  ...findingsTexts,
  ...sourcesTexts,
  ...ncclTexts,
  ...ncclVerdictTexts,
  ...linksTexts,
  ...ruleTexts,
  ...bandwidthTexts,
  ...diagnosisTexts,
  ...healthTexts,
  ...compareTexts,
  ...reportViewTexts,
  ...factTexts,
  ...fleetTexts,
} satisfies Texts

export type UiKey = keyof typeof uiTexts

export function isUiKey(key: string): key is UiKey {
  return Object.hasOwn(uiTexts, key)
}

/** The text of `key`, filled with `data`. */
export function uiText(language: Language, key: UiKey, data: TextData = {}): string {
  return formatMessage(uiTexts[key][language === 'zh' ? 1 : 0], data, language)
}

export type { TextData, Texts } from './text'
