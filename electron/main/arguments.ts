import { resolve } from 'node:path'
import type { Language } from '@shared/messages'

const languageSwitch = '--lang'

/** The language of a locale (`zh-CN`, `zh_TW.UTF-8`, `en-GB`): Chinese is read by all of its readers, the rest gets English. */
export function languageOf(locale: string): Language {
  return /^zh\b|^zh_/i.test(locale) ? 'zh' : 'en'
}

/** What `--lang zh` or `--lang=zh` asks for; the last one holds, and one of another language than ours asks for nothing. */
export function languageFromArguments(argv: readonly string[]): Language | undefined {
  const asked = argv.flatMap((word, index) => {
    if (word === languageSwitch) return argv[index + 1] ?? []
    return word.startsWith(`${languageSwitch}=`) ? word.slice(languageSwitch.length + 1) : []
  })
  const last = asked.at(-1)
  return last !== undefined && /^(zh|en)\b|^(zh|en)_/i.test(last) ? languageOf(last) : undefined
}

/**
 * Files and folders that a command line names. `argv` is the whole process.argv: an unpacked app has the electron binary and
 * the app's folder in front, a packed one only itself. Switches (Chromium's and ours) are left out.
 */
export function pathsFromArguments(argv: readonly string[], packaged: boolean, folder: string): string[] {
  // `--lang zh` has its value in a word of its own, which is no file.
  const words = argv.filter(
    (word, index) => index === 0 || !(word.startsWith('-') || argv[index - 1] === languageSwitch),
  )
  return words.slice(packaged ? 1 : 2).map((word) => resolve(folder, word))
}
