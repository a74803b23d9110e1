/** What the user chose for the app as a whole; kept by main in one JSON file. What belongs to a case is in case.ts. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Languages of shared/messages; `system` follows the computer. */
export const languages = ['system', 'en', 'zh'] as const
export type LanguageChoice = (typeof languages)[number]

export interface Settings {
  readonly theme: Theme
  readonly language: LanguageChoice
}

export const defaultSettings: Settings = { theme: 'system', language: 'system' }

/** The settings as they hold now. */
export interface SettingsNow extends Settings {
  /** What `system` comes to, as main asked the computer; absent where there is no main. */
  readonly systemLanguage?: 'en' | 'zh'
}
