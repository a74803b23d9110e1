import type { ProofCase } from '../types'

export const dcgmCases: readonly ProofCase[] = []
