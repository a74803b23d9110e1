import { defineBlockFormat } from '../../model/format'
import { keyValue } from './support/text'

export interface DriverParams {
  readonly params: readonly { readonly name: string; readonly value: string; readonly line: number }[]
}

export const driverParams = defineBlockFormat<DriverParams>({
  id: 'host/driver-params',
  title: 'Parameters of the NVIDIA kernel module',
  command: 'cat /proc/driver/nvidia/params',
  example: 'ResmanDebugLevel: 4294967295',
  anchors: [
    'ResmanDebugLevel:',
    'RegistryDwords',
    'GrdmaPciTopoCheckOverride:',
    'EnablePCIeGen3:',
    '/module/nvidia/parameters/',
  ],
  begins: (line) => PARAM.test(line) || SYSFS.test(line),
  parse(lines) {
    const params: DriverParams['params'][number][] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const sysfs = SYSFS.exec(line.text)
      const pair = sysfs ? { key: sysfs[1] ?? '', value: sysfs[2] ?? '' } : keyValue(line.text)
      if (!pair || !/^[A-Z][A-Za-z0-9_]{3,48}$/.test(pair.key)) {
        if (!sysfs) break
      }
      lines.next()
      if (pair)
        params.push({
          name: pair.key.replace(/^NVreg_/, ''),
          value: pair.value.trim().replace(/^"(.*)"$/, '$1'),
          line: line.number,
        })
    }
    return { params }
  },
})

const PARAM = /^(?:ResmanDebugLevel|RegistryDwords|GrdmaPciTopoCheckOverride|EnablePCIeGen3): /
// nvidia-bug-report: `/sys/module/nvidia/parameters/NAME:VALUE`
const SYSFS = /^\/sys\/module\/nvidia\/parameters\/(\w{1,64}):(.*)$/
