import type { Rule } from '../../model/rule'
import { ncclAlgoPinned } from './nccl-algo-pinned'
import { ncclChannelsPinned } from './nccl-channels-pinned'
import { ncclDeprecatedVariable } from './nccl-deprecated-variable'
import { ncclP2pDisabled } from './nccl-p2p-disabled'
import { ncclP2pLevelForced } from './nccl-p2p-level-forced'
import { ncclProtoLlPinned } from './nccl-proto-ll-pinned'
import { ncclShmDisabled } from './nccl-shm-disabled'
import { ncclSocketIfnameBad } from './nccl-socket-ifname-bad'
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
  ncclSocketIfnameBad,
  ncclChannelsPinned,
]
