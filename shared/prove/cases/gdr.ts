import type { ProofCase } from '../types'

export const gdrCases: readonly ProofCase[] = []
