import { defineBlockFormat } from '../../model/format'

/** `dcgmi discovery --gpuid N -i ...`. `****` (values differ inside a group) and blank sentinels are left out. */
export interface DcgmDevice {
  readonly gpu?: number
  readonly group?: string
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[]; readonly line: number }[]
}

export const dcgmDiscoveryDevice = defineBlockFormat<DcgmDevice>({
  id: 'dcgm/discovery-device',
  title: 'Attributes of one GPU in DCGM',
  command: 'dcgmi discovery --gpuid 0 -i aptc',
  example: '| GPU ID: 0            | Device Information                            |',
  anchors: ['| Device Information'],
  begins: () => false,
  parse: () => null,
})
