import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedDocs } from '@cli/commands/write-docs'
import { describe, expect, it } from 'vitest'

const docs = join(import.meta.dirname, '../../docs')

describe('generated documents', () => {
  it.each(Object.entries(generatedDocs()))('docs/%s is what the code says (npm run docs writes it)', (name, text) => {
    expect(readFileSync(join(docs, name), 'utf8')).toBe(text)
  })
})
