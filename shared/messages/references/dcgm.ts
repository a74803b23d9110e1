import type { References } from '../types'

export const dcgmReferences: References = {}
