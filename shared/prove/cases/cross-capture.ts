import type { ProofCase } from '../types'

export const crossCaptureCases: readonly ProofCase[] = []
