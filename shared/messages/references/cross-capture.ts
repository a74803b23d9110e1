import type { References } from '../types'

export const crossCaptureReferences: References = {}
