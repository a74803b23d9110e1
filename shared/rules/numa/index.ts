import type { Rule } from '../../model/rule'
import { numaAffinityMissing } from './numa-affinity-missing'
import { numaAffinityRestricted } from './numa-affinity-restricted'
import { numaNicImbalance } from './numa-nic-imbalance'
import { numaNpsLayout } from './numa-nps-layout'

export const numaRules: readonly Rule[] = [numaAffinityMissing, numaAffinityRestricted, numaNpsLayout, numaNicImbalance]
