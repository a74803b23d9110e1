import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface Uname {
  readonly hostname: AtLine<string>
  readonly kernel: AtLine<string>
  readonly architecture?: string
  /** The line is in a bug report: `uname: Linux ...`. */
  readonly text: string
}

export const uname = defineBlockFormat<Uname>({
  id: 'host/uname',
  title: 'Kernel and host name',
  command: 'uname -a',
  example:
    'Linux gn-a07 5.15.0-112-generic #122-Ubuntu SMP Thu May 23 07:48:21 UTC 2024 x86_64 x86_64 x86_64 GNU/Linux',
  anchors: ['Linux '],
  begins: (line) => UNAME.test(line),
  parse(lines) {
    const line = lines.next()
    const found = UNAME.exec(line?.text ?? '')
    if (!line || !found) return null
    const text = line.text.trim().replace(/^uname: /, '')
    const architecture = /\s(x86_64|aarch64|arm64|ppc64le|i686|riscv64)(?:\s|$)/.exec(text)?.[1]
    return {
      hostname: { value: found[1] ?? '', line: line.number },
      kernel: { value: found[2] ?? '', line: line.number },
      architecture,
      text,
    }
  },
})

// `Linux gn-a07 5.15.0-112-generic #122-Ubuntu SMP ...`; `uname: Linux ...` in a bug report
const UNAME = /^(?:uname: )?Linux ([\w.-]{1,64}) (\d{1,2}\.\d{1,3}\.\d{1,5}\S{0,80}) #\S/
