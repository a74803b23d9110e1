import type { Rule } from '../../model/rule'
import { nvlinkInactive } from './nvlink-inactive'

export const nvlinkRules: readonly Rule[] = [nvlinkInactive]
