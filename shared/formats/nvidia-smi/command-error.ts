import { defineBlockFormat } from '../../model/format'
import type { SmiError } from './support/small-types'

export const smiError = defineBlockFormat<SmiError>({
  id: 'nvidia-smi/command-error',
  title: 'Failed command',
  command: 'nvidia-smi',
  example: 'No devices were found',
  anchors: ['No devices were found'],
  begins: () => false,
  parse: () => null,
})
