import type { Rule } from '../../model/rule'
import { ncclNetInsideNode } from './nccl-net-inside-node'
import { ncclShmInsideNode } from './nccl-shm-inside-node'

export const ncclRuntimeRules: readonly Rule[] = [ncclShmInsideNode, ncclNetInsideNode]
