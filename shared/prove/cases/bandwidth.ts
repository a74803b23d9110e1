import type { ProofCase } from '../types'

export const bandwidthCases: readonly ProofCase[] = []
