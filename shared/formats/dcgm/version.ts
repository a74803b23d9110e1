import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** `dcgmi -v`: the client, and the host engine it reached. */
export interface DcgmVersion {
  readonly client?: AtLine<string>
  readonly hostengine?: AtLine<string>
}

const VERSION = /^\s*Version : (\d+\.\d+\.\d+)\s*$/
const HOSTENGINE = /^Hostengine build info:\s*$/
const FIELD = /^\s*(?:Version|Build ID|Build Date|Build Type|Commit ID|Branch Name|CPU Arch|Build Platform|CRC) : /

export const dcgmVersion = defineBlockFormat<DcgmVersion>({
  id: 'dcgm/version',
  title: 'DCGM version',
  command: 'dcgmi -v',
  example: 'Hostengine build info:',
  anchors: ['Version : ', 'Hostengine build info:'],
  begins: (line, _hint, lines) =>
    HOSTENGINE.test(line) || (VERSION.test(line) && /^\s*Build ID : /.test(lines.peek(1)?.text ?? '')),
  parse(lines) {
    let client: AtLine<string> | undefined
    let hostengine: AtLine<string> | undefined
    let ofHost = false
    for (let line = lines.peek(); line; line = lines.peek()) {
      const version = VERSION.exec(line.text)?.[1]
      if (HOSTENGINE.test(line.text)) ofHost = true
      else if (line.text.trim() === '' && !HOSTENGINE.test(lines.peek(1)?.text ?? '')) break
      else if (line.text.trim() !== '' && !FIELD.test(line.text)) break
      if (version !== undefined && ofHost) hostengine ??= { value: version, line: line.number }
      else if (version !== undefined) client ??= { value: version, line: line.number }
      lines.next()
    }
    return { client, hostengine }
  },
})
