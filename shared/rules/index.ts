import type { Rule } from '../model/rule'
import { bandwidthRules } from './bandwidth'
import { crossCaptureRules } from './cross-capture'
import { dcgmRules } from './dcgm'
import { fabricRules } from './fabric'
import { fleetRules } from './fleet'
import { gdrRules } from './gdr'
import { ncclEnvRules } from './nccl-env'
import { ncclRuntimeRules } from './nccl-runtime'
import { nicRules } from './nic'
import { numaRules } from './numa'
import { nvlinkRules } from './nvlink'
import { pcieRules } from './pcie'
import { versionsRules } from './versions'
import { xidRules } from './xid'

/** All rules, area by area, in the order of the catalogue. */
export const rules: readonly Rule[] = [
  ...nvlinkRules,
  ...pcieRules,
  ...numaRules,
  ...nicRules,
  ...gdrRules,
  ...ncclEnvRules,
  ...ncclRuntimeRules,
  ...bandwidthRules,
  ...dcgmRules,
  ...xidRules,
  ...fabricRules,
  ...versionsRules,
  ...crossCaptureRules,
  ...fleetRules,
]
