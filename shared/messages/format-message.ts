import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from './language'

const locales: Record<Language, string> = { en: 'en-GB', zh: 'zh-Hans-CN' }
const cache = new Map<string, IntlMessageFormat>()

/** Fills an ICU message. A broken message or missing datum shows the message itself rather than throwing: texts must never stop a report. */
export function formatMessage(
  message: string,
  data: Readonly<Record<string, string | number>>,
  language: Language,
): string {
  if (!message.includes('{') && !message.includes("'")) return message
  const key = `${language}\n${message}`
  try {
    const format = cache.get(key) ?? new IntlMessageFormat(message, locales[language], undefined, { ignoreTag: true })
    cache.set(key, format)
    const text = format.format(data)
    return typeof text === 'string' ? text : message
  } catch {
    return message
  }
}
