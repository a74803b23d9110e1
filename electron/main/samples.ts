import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from '@shared/contract/channels'

/** Captures that come with the app: each entry of the folder is one sample, named by its file name. */
export function listSamples(folder: string): readonly Sample[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.') && !/\.md$/i.test(name))
      .sort()
      .map((id) => ({ id }))
  } catch {
    return []
  }
}

/** The path of a sample; undefined for an id that is not in the list, whatever it looks like. */
export function samplePath(folder: string, id: string): string | undefined {
  return listSamples(folder).some((sample) => sample.id === id) ? join(folder, id) : undefined
}
