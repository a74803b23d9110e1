import { defineBlockFormat } from '../../model/format'
import type { NcclEnvironment } from './environment-types'

export const ncclEnvironment = defineBlockFormat<NcclEnvironment>({
  id: 'nccl/environment',
  title: 'NCCL settings',
  command: 'env | grep NCCL',
  example: 'NCCL_DEBUG=INFO',
  anchors: ['NCCL_'],
  begins: () => false,
  parse: () => null,
})
