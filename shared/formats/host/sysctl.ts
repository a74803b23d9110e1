import { defineBlockFormat } from '../../model/format'

export interface Sysctl {
  readonly settings: readonly { readonly key: string; readonly value: string; readonly line: number }[]
}

export const sysctl = defineBlockFormat<Sysctl>({
  id: 'host/sysctl',
  title: 'Kernel settings',
  command: 'sysctl -a',
  example: 'net.core.rmem_max = 212992',
  anchors: ['net.', 'kernel.', 'vm.', 'fs.', 'dev.', 'user.', 'abi.', 'debug.', 'sunrpc.', 'crypto.'],
  begins: (line) => SETTING.test(line),
  parse(lines) {
    const settings: Sysctl['settings'][number][] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = SETTING.exec(line.text)
      if (!found && !/^sysctl: /.test(line.text)) break
      lines.next()
      if (found) settings.push({ key: found[1] ?? '', value: (found[2] ?? '').trim(), line: line.number })
    }
    return { settings }
  },
})

const SETTING = /^((?:net|kernel|vm|fs|dev|user|abi|debug|sunrpc|crypto)(?:\.[\w/@-]{1,64}){1,10}) ?= ?(.*)$/
