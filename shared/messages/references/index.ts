import type { References } from '../types'
import { bandwidthReferences } from './bandwidth'
import { crossCaptureReferences } from './cross-capture'
import { dcgmReferences } from './dcgm'
import { fabricReferences } from './fabric'
import { fleetReferences } from './fleet'
import { gdrReferences } from './gdr'
import { ncclEnvReferences } from './nccl-env'
import { ncclRuntimeReferences } from './nccl-runtime'
import { nicReferences } from './nic'
import { numaReferences } from './numa'
import { nvlinkReferences } from './nvlink'
import { pcieReferences } from './pcie'
import { versionsReferences } from './versions'
import { xidReferences } from './xid'

/** Where the knowledge behind a rule comes from, by rule id. */
export const references: References = {
  ...nvlinkReferences,
  ...pcieReferences,
  ...numaReferences,
  ...nicReferences,
  ...gdrReferences,
  ...ncclEnvReferences,
  ...ncclRuntimeReferences,
  ...bandwidthReferences,
  ...dcgmReferences,
  ...xidReferences,
  ...fabricReferences,
  ...versionsReferences,
  ...crossCaptureReferences,
  ...fleetReferences,
}
