import type { Rule } from '../../model/rule'
import { ncclDuplicateGpu } from './nccl-duplicate-gpu'
import { ncclIbError12 } from './nccl-ib-error-12'
import { ncclLinkLayerIncompatible } from './nccl-link-layer-incompatible'
import { ncclMemlock } from './nccl-memlock'
import { ncclMnnvlImex } from './nccl-mnnvl-imex'
import { ncclNetInsideNode } from './nccl-net-inside-node'
import { ncclNvlsBindFailed } from './nccl-nvls-bind-failed'
import { ncclOneNicUsed } from './nccl-one-nic-used'
import { ncclPeerClosed } from './nccl-peer-closed'
import { ncclPluginAbsentOk } from './nccl-plugin-absent-ok'
import { ncclPluginFailed } from './nccl-plugin-failed'
import { ncclQpConnectFailed } from './nccl-qp-connect-failed'
import { ncclShmInsideNode } from './nccl-shm-inside-node'
import { ncclShmTooSmall } from './nccl-shm-too-small'
import { ncclSocketTransport } from './nccl-socket-transport'
import { ncclStalledAfterInit } from './nccl-stalled-after-init'
import { ncclTopoAbsurdBandwidth } from './nccl-topo-absurd-bandwidth'
import { ncclVerbsMissing } from './nccl-verbs-missing'

export const ncclRuntimeRules: readonly Rule[] = [
  ncclSocketTransport,
  ncclVerbsMissing,
  ncclPluginAbsentOk,
  ncclPluginFailed,
  ncclShmInsideNode,
  ncclNetInsideNode,
  ncclShmTooSmall,
  ncclMemlock,
  ncclDuplicateGpu,
  ncclIbError12,
  ncclQpConnectFailed,
  ncclLinkLayerIncompatible,
  ncclNvlsBindFailed,
  ncclMnnvlImex,
  ncclTopoAbsurdBandwidth,
  ncclOneNicUsed,
  ncclStalledAfterInit,
  ncclPeerClosed,
]
