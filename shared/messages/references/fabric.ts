import type { References } from '../types'

export const fabricReferences: References = {}
