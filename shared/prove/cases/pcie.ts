import type { ProofCase } from '../types'

export const pcieCases: readonly ProofCase[] = []
