import { formatMessage } from '../format-message'
import type { Language } from '../language'
import { reportTextsEn } from './en'
import { reportTextsZh } from './zh'

/** Texts of the printed report; both languages have the same keys, which the type of `zh` and a test hold. */
export type ReportTextKey = keyof typeof reportTextsEn

const texts: Readonly<Record<Language, Readonly<Record<ReportTextKey, string>>>> = {
  en: reportTextsEn,
  zh: reportTextsZh,
}

export function reportText(
  language: Language,
  key: ReportTextKey,
  data: Readonly<Record<string, string | number>> = {},
): string {
  return formatMessage(texts[language][key], data, language)
}
