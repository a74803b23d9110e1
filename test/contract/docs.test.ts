import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedDocs } from '@cli/commands/write-docs'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('generated documents', () => {
  it.each(Object.entries(generatedDocs()))('%s is what the code says (npm run docs writes it)', (name, text) => {
    expect(readFileSync(join(root, name), 'utf8')).toBe(text)
  })
})
