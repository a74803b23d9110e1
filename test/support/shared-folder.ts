import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The folder of reference captures beside the checkout, if it is there. Tests that need it skip visibly where it is not. */
export function sharedFolder(): string | undefined {
  const folder = process.env['LANESCOPE_SHARED'] ?? join(root, '..', 'shared')
  return existsSync(join(folder, 'corpus')) ? folder : undefined
}

/** For `describe.skipIf(...)`: the reason stands in the title of the block. */
export const withoutShared = sharedFolder() === undefined
