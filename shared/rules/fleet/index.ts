import type { Rule } from '../../model/rule'
import { mixedDriverVersions } from './mixed-driver-versions'
import { mixedNcclVersions } from './mixed-nccl-versions'
import { nodeEnvDiffers } from './node-env-differs'
import { nodeGpuModelMixed } from './node-gpu-model-mixed'
import { nodeHcaSetDiffers } from './node-hca-set-differs'
import { nodeKernelSettingDiffers } from './node-kernel-setting-differs'
import { nodePluginDiffers } from './node-plugin-differs'
import { nodeTopoDiffers } from './node-topo-differs'
import { railMismatch } from './rail-mismatch'

export const fleetRules: readonly Rule[] = [
  mixedDriverVersions,
  mixedNcclVersions,
  nodePluginDiffers,
  nodeEnvDiffers,
  nodeHcaSetDiffers,
  railMismatch,
  nodeTopoDiffers,
  nodeKernelSettingDiffers,
  nodeGpuModelMixed,
]
