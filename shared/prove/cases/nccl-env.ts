import type { ProofCase } from '../types'

export const ncclEnvCases: readonly ProofCase[] = []
