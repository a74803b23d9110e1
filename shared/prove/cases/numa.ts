import type { ProofCase } from '../types'

export const numaCases: readonly ProofCase[] = []
