import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFormats } from '@shared/formats/bench'
import { ncclFormats } from '@shared/formats/nccl'
import type { Format, Parsed } from '@shared/model/format'
import { readText } from '../../../support/reading'

const folder = join(import.meta.dirname, '../../../fixtures')

export function fixture(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

export const ownFormats: readonly Format[] = [...ncclFormats, ...benchFormats]

export function read(text: string, name = 'capture.txt'): ReturnType<typeof readText> {
  return readText(text, name, [], ownFormats)
}

/** All sections of a format in a text. */
export function sections<T>(text: string, format: Format<T>, name?: string): readonly Parsed<T>[] {
  return read(text, name).parsed.filter((section): section is Parsed<T> => section.format === format.id)
}

/** The value of the only section of a format. */
export function only<T>(text: string, format: Format<T>, name?: string): T {
  const found = sections(text, format, name)
  const [first] = found
  if (!first || found.length !== 1) throw new Error(`${found.length} sections of ${format.id}`)
  return first.value
}
