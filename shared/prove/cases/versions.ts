import type { ProofCase } from '../types'

export const versionsCases: readonly ProofCase[] = []
