import {
  defaultSettings,
  type LanguageChoice,
  type Settings,
  type SettingsNow,
  type Theme,
} from '@shared/contract/settings'
import type { Language } from '@shared/messages/language'

/** What the user chose for the app as a whole. Main keeps it; a page without an app keeps it for its own lifetime. */
class SettingsState {
  #now = $state.raw<SettingsNow>(defaultSettings)

  get theme(): Theme {
    return this.#now.theme
  }

  get language(): LanguageChoice {
    return this.#now.language
  }

  /** The language that the choice comes to; a page without an app asks the browser. */
  get spoken(): Language {
    const { language, systemLanguage } = this.#now
    if (language !== 'system') return language
    return systemLanguage ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en')
  }

  /** Takes what main says, at the start and after every change (another window may have made it). */
  take(settings: SettingsNow): void {
    this.#now = settings
    const root = document.documentElement
    if (settings.theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = settings.theme
    root.lang = this.spoken === 'zh' ? 'zh-CN' : 'en'
  }

  set(change: Partial<Settings>): void {
    this.take({ ...this.#now, ...change })
    void window.lanescope?.invoke('settings.set', change)
  }

  async load(): Promise<void> {
    const result = await window.lanescope?.invoke('settings.get', null)
    this.take(result?.ok ? result.value : this.#now)
    window.lanescope?.on('settings', (settings) => this.take(settings))
  }
}

export const settings = new SettingsState()

/** Whether the page is dark now, whoever decided it. */
export function isDark(): boolean {
  if (settings.theme !== 'system') return settings.theme === 'dark'
  return matchMedia('(prefers-color-scheme: dark)').matches
}
