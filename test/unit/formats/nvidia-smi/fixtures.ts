import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../fixtures/nvidia-smi')

export function fixture(path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}
