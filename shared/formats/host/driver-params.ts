import { defineBlockFormat } from '../../model/format'

export interface DriverParams {
  readonly params: readonly { readonly name: string; readonly value: string; readonly line: number }[]
}

export const driverParams = defineBlockFormat<DriverParams>({
  id: 'host/driver-params',
  title: 'Parameters of the NVIDIA kernel module',
  command: 'cat /proc/driver/nvidia/params',
  example: 'ResmanDebugLevel: 4294967295',
  anchors: ['ResmanDebugLevel:', 'RegistryDwords:', 'GrdmaPciTopoCheckOverride:'],
  begins: () => false,
  parse: () => null,
})
