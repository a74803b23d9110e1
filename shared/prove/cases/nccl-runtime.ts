import type { ProofCase } from '../types'

export const ncclRuntimeCases: readonly ProofCase[] = []
