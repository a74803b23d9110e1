import type { References } from '../types'

export const gdrReferences: References = {}
