import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Format, Parsed } from '@shared/model/format'
import { sectionsOf } from '@shared/model/format'
import { readText } from '../../../support/reading'

const folder = join(import.meta.dirname, '../../../fixtures/dcgm')

export function fixture(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** The only section of the format in a text that is read as a whole; fails when there is none or more than one. */
export function only<T>(format: Format<T>, text: string): Parsed<T> {
  const found = sectionsOf(readText(text).parsed, format)
  const [section] = found
  if (!section || found.length > 1) throw new Error(`${found.length} sections of ${format.id}`)
  return section
}
