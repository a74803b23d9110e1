import type { ProofCase } from '../types'

export const fleetCases: readonly ProofCase[] = []
