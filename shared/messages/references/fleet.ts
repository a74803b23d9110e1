import type { References } from '../types'

export const fleetReferences: References = {}
