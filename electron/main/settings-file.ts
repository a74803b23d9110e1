import * as v from 'valibot'
import { type Settings, defaultSettings, languages, themes } from '@shared/contract/settings'
import { readJson, writeJson } from './atomic-file'

const schema = v.object({ theme: v.optional(v.picklist(themes)), language: v.optional(v.picklist(languages)) })

export interface SettingsFile {
  get(): Settings
  /** Throws what the file system throws, so that the window can say that a choice was not kept. */
  set(change: Partial<Settings>): Settings
}

/** `started` is what the command line asks for: it holds for this run, until the user chooses otherwise in the window. */
export function createSettings(file: string, started: Partial<Settings> = {}): SettingsFile {
  const read = v.safeParse(schema, readJson(file))
  let settings: Settings = read.success ? merge(defaultSettings, read.output) : defaultSettings
  let asked = started
  return {
    get: () => merge(settings, asked),
    set(change) {
      settings = merge(settings, change)
      asked = Object.fromEntries(Object.entries(asked).filter(([name]) => !Object.hasOwn(change, name)))
      writeJson(file, settings)
      return merge(settings, asked)
    },
  }
}

function merge(old: Settings, change: Partial<Settings>): Settings {
  return { theme: change.theme ?? old.theme, language: change.language ?? old.language }
}
