import type { References } from '../types'

export const nicReferences: References = {}
