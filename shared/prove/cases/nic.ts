import type { ProofCase } from '../types'

export const nicCases: readonly ProofCase[] = []
