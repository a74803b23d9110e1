import type { Rule } from '../../model/rule'
import { gpuPairWithoutNvlink } from './gpu-pair-without-nvlink'
import { nvlinkAllInactive } from './nvlink-all-inactive'
import { nvlinkAsymmetricPair } from './nvlink-asymmetric-pair'
import { nvlinkBridgePartial } from './nvlink-bridge-partial'
import { nvlinkCountBelowProduct } from './nvlink-count-below-product'
import { nvlinkCrcErrors } from './nvlink-crc-errors'
import { nvlinkInactive } from './nvlink-inactive'
import { nvlinkP2pDisabled } from './nvlink-p2p-disabled'
import { nvlinkSpeedMixed } from './nvlink-speed-mixed'
import { nvlinkSwitchPathMissing } from './nvlink-switch-path-missing'
import { nvlinkUnusedByDesign } from './nvlink-unused-by-design'
import { p2pStatusNotOk } from './p2p-status-not-ok'

export const nvlinkRules: readonly Rule[] = [
  nvlinkInactive,
  nvlinkAllInactive,
  nvlinkCountBelowProduct,
  nvlinkAsymmetricPair,
  gpuPairWithoutNvlink,
  nvlinkUnusedByDesign,
  nvlinkSpeedMixed,
  nvlinkBridgePartial,
  p2pStatusNotOk,
  nvlinkP2pDisabled,
  nvlinkCrcErrors,
  nvlinkSwitchPathMissing,
]
