import type { Rule } from '../../model/rule'
import { ncclAlgoPinned } from './nccl-algo-pinned'
import { ncclChannelsPinned } from './nccl-channels-pinned'
import { ncclCpuAffinityIgnored } from './nccl-cpu-affinity-ignored'
import { ncclCrossNic } from './nccl-cross-nic'
import { ncclDebugLeftover } from './nccl-debug-leftover'
import { ncclDeprecatedVariable } from './nccl-deprecated-variable'
import { ncclHcaNotFound } from './nccl-hca-not-found'
import { ncclHcaPrefixMatch } from './nccl-hca-prefix-match'
import { ncclHcaSubset } from './nccl-hca-subset'
import { ncclIbDisabled } from './nccl-ib-disabled'
import { ncclIbTimeoutLow } from './nccl-ib-timeout-low'
import { ncclIgnoreMismatch } from './nccl-ignore-mismatch'
import { ncclNvlsDisabled } from './nccl-nvls-disabled'
import { ncclP2pDisabled } from './nccl-p2p-disabled'
import { ncclP2pLevelForced } from './nccl-p2p-level-forced'
import { ncclProtoLlPinned } from './nccl-proto-ll-pinned'
import { ncclShmDisabled } from './nccl-shm-disabled'
import { ncclSocketIfnameBad } from './nccl-socket-ifname-bad'
import { ncclTopoFileMissing } from './nccl-topo-file-missing'
import { ncclTopoFileWrong } from './nccl-topo-file-wrong'
import { ncclUnknownVariable } from './nccl-unknown-variable'
import { ncclValueInvalid } from './nccl-value-invalid'

export const ncclEnvRules: readonly Rule[] = [
  ncclUnknownVariable,
  ncclDeprecatedVariable,
  ncclValueInvalid,
  ncclAlgoPinned,
  ncclProtoLlPinned,
  ncclP2pDisabled,
  ncclP2pLevelForced,
  ncclShmDisabled,
  ncclIbDisabled,
  ncclHcaSubset,
  ncclHcaPrefixMatch,
  ncclHcaNotFound,
  ncclSocketIfnameBad,
  ncclChannelsPinned,
  ncclNvlsDisabled,
  ncclTopoFileWrong,
  ncclTopoFileMissing,
  ncclCrossNic,
  ncclIbTimeoutLow,
  ncclIgnoreMismatch,
  ncclCpuAffinityIgnored,
  ncclDebugLeftover,
]
