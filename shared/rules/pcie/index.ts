import type { Rule } from '../../model/rule'
import { acsEnabled } from './acs-enabled'
import { bar1TooSmall } from './bar1-too-small'
import { gpuCountBelowExpected } from './gpu-count-below-expected'
import { gpuPairCrossesSocket } from './gpu-pair-crosses-socket'
import { iommuOn } from './iommu-on'
import { pcieAerCorrected } from './pcie-aer-corrected'
import { pcieAerFatal } from './pcie-aer-fatal'
import { pcieGenDowngraded } from './pcie-gen-downgraded'
import { pcieMaxreadreqLow } from './pcie-maxreadreq-low'
import { pcieUpstreamBottleneck } from './pcie-upstream-bottleneck'
import { pcieWidthDowngraded } from './pcie-width-downgraded'
import { replayErrorsGrowing } from './replay-errors-growing'

export const pcieRules: readonly Rule[] = [
  pcieWidthDowngraded,
  pcieGenDowngraded,
  pcieUpstreamBottleneck,
  replayErrorsGrowing,
  pcieAerCorrected,
  pcieAerFatal,
  acsEnabled,
  iommuOn,
  gpuCountBelowExpected,
  gpuPairCrossesSocket,
  pcieMaxreadreqLow,
  bar1TooSmall,
]
