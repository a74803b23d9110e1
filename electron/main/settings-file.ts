import * as v from 'valibot'
import { type Settings, defaultSettings, languages, themes } from '@shared/contract/settings'
import { readJson, writeJson } from './atomic-file'

const schema = v.object({ theme: v.optional(v.picklist(themes)), language: v.optional(v.picklist(languages)) })

export interface SettingsFile {
  get(): Settings
  /** Throws what the file system throws, so that the window can say that a choice was not kept. */
  set(change: Partial<Settings>): Settings
}

export function createSettings(file: string): SettingsFile {
  const read = v.safeParse(schema, readJson(file))
  let settings: Settings = read.success ? merge(defaultSettings, read.output) : defaultSettings
  return {
    get: () => settings,
    set(change) {
      settings = merge(settings, change)
      writeJson(file, settings)
      return settings
    },
  }
}

function merge(old: Settings, change: Partial<Settings>): Settings {
  return { theme: change.theme ?? old.theme, language: change.language ?? old.language }
}
