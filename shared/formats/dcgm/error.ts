import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** Plain lines in place of an output: the command failed, nothing was measured. */
export interface DcgmError {
  readonly messages: readonly AtLine<string>[]
  /** Text behind `Return:`. */
  readonly reason?: string
}

export const dcgmError = defineBlockFormat<DcgmError>({
  id: 'dcgm/error',
  title: 'Error message of dcgmi',
  command: 'dcgmi',
  example: 'Error: Unable to get discovery data. Return: Feature not supported',
  anchors: ['Error: ', 'Error setting watches'],
  begins: () => false,
  parse: () => null,
})
