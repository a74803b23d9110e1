import type { RuleTexts } from '../types'
import { bandwidthZh } from './bandwidth'
import { crossCaptureZh } from './cross-capture'
import { dcgmZh } from './dcgm'
import { fabricZh } from './fabric'
import { fleetZh } from './fleet'
import { gdrZh } from './gdr'
import { ncclEnvZh } from './nccl-env'
import { ncclRuntimeZh } from './nccl-runtime'
import { nicZh } from './nic'
import { numaZh } from './numa'
import { nvlinkZh } from './nvlink'
import { pcieZh } from './pcie'
import { versionsZh } from './versions'
import { xidZh } from './xid'

/** One file an area of rules; each entry is named by its rule id. */
export const ruleTextsZh: RuleTexts = {
  ...nvlinkZh,
  ...pcieZh,
  ...numaZh,
  ...nicZh,
  ...gdrZh,
  ...ncclEnvZh,
  ...ncclRuntimeZh,
  ...bandwidthZh,
  ...dcgmZh,
  ...xidZh,
  ...fabricZh,
  ...versionsZh,
  ...crossCaptureZh,
  ...fleetZh,
}
