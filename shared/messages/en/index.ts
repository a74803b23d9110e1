import type { RuleTexts } from '../types'
import { bandwidthEn } from './bandwidth'
import { crossCaptureEn } from './cross-capture'
import { dcgmEn } from './dcgm'
import { fabricEn } from './fabric'
import { fleetEn } from './fleet'
import { gdrEn } from './gdr'
import { ncclEnvEn } from './nccl-env'
import { ncclRuntimeEn } from './nccl-runtime'
import { nicEn } from './nic'
import { numaEn } from './numa'
import { nvlinkEn } from './nvlink'
import { pcieEn } from './pcie'
import { versionsEn } from './versions'
import { xidEn } from './xid'

/** One file an area of rules; each entry is named by its rule id. */
export const ruleTextsEn: RuleTexts = {
  ...nvlinkEn,
  ...pcieEn,
  ...numaEn,
  ...nicEn,
  ...gdrEn,
  ...ncclEnvEn,
  ...ncclRuntimeEn,
  ...bandwidthEn,
  ...dcgmEn,
  ...xidEn,
  ...fabricEn,
  ...versionsEn,
  ...crossCaptureEn,
  ...fleetEn,
}
