import type { Rule } from '../../model/rule'
import { fabricHealthDegraded } from './fabric-health-degraded'
import { fabricManagerNotRunning } from './fabric-manager-not-running'
import { fabricManagerNothingToDo } from './fabric-manager-nothing-to-do'
import { fabricManagerVersionMismatch } from './fabric-manager-version-mismatch'
import { fabricNotCompleted } from './fabric-not-completed'
import { fabricNvswitchMissing } from './fabric-nvswitch-missing'

export const fabricRules: readonly Rule[] = [
  fabricNotCompleted,
  fabricManagerNotRunning,
  fabricManagerVersionMismatch,
  fabricManagerNothingToDo,
  fabricNvswitchMissing,
  fabricHealthDegraded,
]
