import { bandwidthCases } from './cases/bandwidth'
import { crossCaptureCases } from './cases/cross-capture'
import { dcgmCases } from './cases/dcgm'
import { fabricCases } from './cases/fabric'
import { fleetCases } from './cases/fleet'
import { gdrCases } from './cases/gdr'
import { gpuHealthCases } from './cases/gpu-health'
import { ncclEnvCases } from './cases/nccl-env'
import { ncclRuntimeCases } from './cases/nccl-runtime'
import { nicCases } from './cases/nic'
import { numaCases } from './cases/numa'
import { nvlinkCases } from './cases/nvlink'
import { pcieCases } from './cases/pcie'
import { versionsCases } from './cases/versions'
import { xidCases } from './cases/xid'
import type { ProofCase } from './types'

export { prove, type ProofResult } from './run'

/** The proofs of all rules, area by area. */
export const proofs: readonly ProofCase[] = [
  ...nvlinkCases,
  ...pcieCases,
  ...numaCases,
  ...nicCases,
  ...gdrCases,
  ...ncclEnvCases,
  ...ncclRuntimeCases,
  ...bandwidthCases,
  ...dcgmCases,
  ...gpuHealthCases,
  ...xidCases,
  ...fabricCases,
  ...versionsCases,
  ...crossCaptureCases,
  ...fleetCases,
]
