import type { References } from '../types'

export const ncclEnvReferences: References = {}
