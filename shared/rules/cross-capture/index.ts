import type { Rule } from '../../model/rule'
import { captureNodeMismatch } from './capture-node-mismatch'
import { captureStale } from './capture-stale'
import { containerViewDiffers } from './container-view-differs'
import { gpuIndexOrderDiffers } from './gpu-index-order-differs'
import { ncclEnvNotApplied } from './nccl-env-not-applied'
import { ncclVsSmiDistance } from './nccl-vs-smi-distance'
import { topoVsNvlinkCount } from './topo-vs-nvlink-count'

export const crossCaptureRules: readonly Rule[] = [
  topoVsNvlinkCount,
  ncclVsSmiDistance,
  ncclEnvNotApplied,
  gpuIndexOrderDiffers,
  captureNodeMismatch,
  captureStale,
  containerViewDiffers,
]
