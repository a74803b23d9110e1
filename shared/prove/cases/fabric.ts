import type { ProofCase } from '../types'

export const fabricCases: readonly ProofCase[] = []
