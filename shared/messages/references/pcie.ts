import type { References } from '../types'

export const pcieReferences: References = {}
