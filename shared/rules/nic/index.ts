import type { Rule } from '../../model/rule'
import { ibErrorCounters } from './ib-error-counters'
import { ibLinkFlap } from './ib-link-flap'
import { ibPortDown } from './ib-port-down'
import { ibPortInit } from './ib-port-init'
import { ibRateBelowPeers } from './ib-rate-below-peers'
import { nicAccessRegNoise } from './nic-access-reg-noise'
import { nicGpuFar } from './nic-gpu-far'
import { nicMixedLinkLayer } from './nic-mixed-link-layer'
import { nicModuleTrouble } from './nic-module-trouble'
import { nicPcieBelowPort } from './nic-pcie-below-port'
import { roceBondSingleQp } from './roce-bond-single-qp'
import { roceGidLinkLocal } from './roce-gid-link-local'
import { roceLossyFabric } from './roce-lossy-fabric'
import { roceMtuMismatch } from './roce-mtu-mismatch'

export const nicRules: readonly Rule[] = [
  ibPortDown,
  ibPortInit,
  ibRateBelowPeers,
  ibLinkFlap,
  ibErrorCounters,
  nicPcieBelowPort,
  nicGpuFar,
  nicMixedLinkLayer,
  roceGidLinkLocal,
  roceMtuMismatch,
  roceLossyFabric,
  roceBondSingleQp,
  nicModuleTrouble,
  nicAccessRegNoise,
]
