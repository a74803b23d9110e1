import type { Rule } from '../../model/rule'
import { clocksHwSlowdown } from './clocks-hw-slowdown'
import { clocksLockedLow } from './clocks-locked-low'
import { clocksPowerCapped } from './clocks-power-capped'
import { dcgmDiagFail } from './dcgm-diag-fail'
import { dcgmFieldUnsupported } from './dcgm-field-unsupported'
import { dcgmNvlinkDown } from './dcgm-nvlink-down'
import { dcgmNvlinkIdle } from './dcgm-nvlink-idle'
import { dcgmProfLocked } from './dcgm-prof-locked'
import { dcgmWrongFieldIds } from './dcgm-wrong-field-ids'
import { dcgmXidGaugeStale } from './dcgm-xid-gauge-stale'
import { eccUncorrected } from './ecc-uncorrected'
import { migEnabled } from './mig-enabled'
import { persistenceOff } from './persistence-off'
import { rowRemapFailed } from './row-remap-failed'
import { rowRemapPending } from './row-remap-pending'

export const dcgmRules: readonly Rule[] = [
  dcgmWrongFieldIds,
  dcgmFieldUnsupported,
  dcgmProfLocked,
  dcgmNvlinkIdle,
  dcgmNvlinkDown,
  dcgmXidGaugeStale,
  dcgmDiagFail,
  eccUncorrected,
  rowRemapPending,
  rowRemapFailed,
  clocksPowerCapped,
  clocksHwSlowdown,
  clocksLockedLow,
  persistenceOff,
  migEnabled,
]
