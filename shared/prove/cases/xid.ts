import type { ProofCase } from '../types'

export const xidCases: readonly ProofCase[] = []
