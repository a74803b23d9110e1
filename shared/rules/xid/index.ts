import type { Rule } from '../../model/rule'
import { sxidFatal } from './sxid-fatal'
import { sxidNonfatal } from './sxid-nonfatal'
import { xidApplication } from './xid-application'
import { xidHardware } from './xid-hardware'
import { xidNvlink } from './xid-nvlink'
import { xidOffBus } from './xid-off-bus'
import { xidSecondary } from './xid-secondary'

export const xidRules: readonly Rule[] = [
  xidHardware,
  xidOffBus,
  xidNvlink,
  xidApplication,
  xidSecondary,
  sxidFatal,
  sxidNonfatal,
]
