import type { References } from '../types'

export const ncclRuntimeReferences: References = {}
