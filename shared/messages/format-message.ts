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
  const grouped = withGroups(message, data)
  const key = `${language}\n${grouped}`
  try {
    const format = cache.get(key) ?? new IntlMessageFormat(grouped, locales[language], undefined, { ignoreTag: true })
    cache.set(key, format)
    const text = format.format(data)
    return typeof text === 'string' ? text : message
  } catch {
    return message
  }
}

/** Names under which messages count things. Other numbers may be a code or an id, in which a thousands mark would be wrong. */
const COUNT = /\{(n|documents|lines|unrecognised|nodes)\}/g

/** A count is printed as its reader groups digits, whether or not the message says that it is a number. */
function withGroups(message: string, data: Readonly<Record<string, string | number>>): string {
  return message.replace(COUNT, (whole, name: string) => (typeof data[name] === 'number' ? `{${name}, number}` : whole))
}
