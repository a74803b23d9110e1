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
  anchors: ['Error: ', 'Error setting watches', 'dcgmi: command not found'],
  begins: (line, hint) => isDcgmError(line, hint.command),
  parse(lines) {
    const messages: AtLine<string>[] = []
    let reason: string | undefined
    for (let line = lines.peek(); line && isDcgmError(line.text, lines.hint.command); line = lines.peek()) {
      messages.push({ value: line.text.trim(), line: line.number })
      reason ??= /\b(?:Return|Result): (.+?)\s*$/.exec(line.text)?.[1]
      lines.next()
      if (messages.length >= 200) break
    }
    return { messages, reason }
  },
})

/** Other tools print `Error: ` too: only what names a part of DCGM, or stands below its command line, is one of these. */
function isDcgmError(text: string, command: string | undefined): boolean {
  const line = text.trim()
  if (/^Error setting watches\b|dcgmi: command not found/.test(line)) return true
  if (!line.startsWith('Error: ')) return false
  if (/^Error: .{3,300}\bReturn: /.test(line)) return true
  if (/^Error: .{0,200}(?:host engine|hostengine|Health watches not enabled|DCGM|dcgm)/i.test(line)) return true
  return /(?:^|[\s/])dcgmi\s/.test(command ?? '')
}
