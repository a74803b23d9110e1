import type { References } from '../types'

export const bandwidthReferences: References = {}
