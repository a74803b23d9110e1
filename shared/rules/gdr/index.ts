import type { Rule } from '../../model/rule'
import { gdrAcsFault } from './gdr-acs-fault'
import { gdrBlockedByDistance } from './gdr-blocked-by-distance'
import { gdrDmabufUnsupported } from './gdr-dmabuf-unsupported'
import { gdrLevelForced } from './gdr-level-forced'
import { gdrModuleMissing } from './gdr-module-missing'
import { gdrNotUsed } from './gdr-not-used'
import { gdrOldNcclCheck } from './gdr-old-nccl-check'
import { peermemInvalidContext } from './peermem-invalid-context'

export const gdrRules: readonly Rule[] = [
  gdrNotUsed,
  gdrModuleMissing,
  gdrOldNcclCheck,
  gdrBlockedByDistance,
  gdrLevelForced,
  gdrAcsFault,
  gdrDmabufUnsupported,
  peermemInvalidContext,
]
