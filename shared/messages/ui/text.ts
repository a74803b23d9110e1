import { IntlMessageFormat } from 'intl-messageformat'

export type Language = 'en' | 'zh'

/** Texts of one area of the window: key -> [English, Simplified Chinese], both in ICU message syntax. */
export type Texts = Readonly<Record<string, readonly [en: string, zh: string]>>

export type TextData = Readonly<Record<string, string | number>>

/** BCP 47 tags: plural rules and numbers of a language. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' }

const compiled = new Map<string, IntlMessageFormat>()

/**
 * The text, filled. Data is never read as markup nor as message syntax. A broken message shows its source: a missing word is
 * better than a missing window.
 */
export function fill(language: Language, message: string, data: TextData = {}): string {
  if (!message.includes('{')) return message
  const key = `${language}\0${message}`
  try {
    let format = compiled.get(key)
    if (!format) {
      format = new IntlMessageFormat(message, localeOf[language], undefined, { ignoreTag: true })
      compiled.set(key, format)
    }
    const text: unknown = format.format(data)
    return typeof text === 'string' ? text : String(text)
  } catch {
    return message
  }
}
