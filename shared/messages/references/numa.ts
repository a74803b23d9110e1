import type { References } from '../types'

export const numaReferences: References = {}
