import { defineBlockFormat } from '../../model/format'
import type { LineCursor, Note } from '../../model/format'
import type { QueryCapture } from './support/query-types'
import { QueryXml } from './support/query-xml-reader'
import { isBlank, tidy } from './support/tidy'

/**
 * `nvidia-smi -q -x`, DTD v10 (R418) to v13 (R610). The same strings as the text form, units included.
 *
 *     <?xml version="1.0" ?>
 *     <!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v13.dtd">
 *     <nvidia_smi_log>
 *       <gpu id="00000000:18:00.0">
 */
export const queryXml = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/query-xml',
  title: 'Full query, XML',
  command: 'nvidia-smi -q -x',
  example:
    '<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v13.dtd">\n<nvidia_smi_log>\n\t<driver_version>580.159.04</driver_version>',
  anchors: ['nvidia_smi_log', '<?xml', '<gpu id="'],
  begins,
  parse,
})

const ROOT = /<nvidia_smi_log[\s>]|<!DOCTYPE nvidia_smi_log/
const GPU = /^\s*<gpu id="[0-9A-Fa-f:.]{5,20}">/

function begins(line: string, _hint: unknown, lines: LineCursor): boolean {
  const head = line.slice(0, 400)
  if (ROOT.test(head)) return true
  if (/^\s*<\?xml/.test(head)) return [1, 2, 3].some((i) => ROOT.test(lines.peek(i)?.text.slice(0, 400) ?? ''))
  // The head is cut off. NCCL's topology has <gpu dev=...>.
  return (
    GPU.test(head) &&
    /<(?:product_name|uuid|pci|mig_mode|fabric)>/.test(head + (lines.peek(1)?.text.slice(0, 400) ?? ''))
  )
}

/** Lines of text in a row, without any tag: one belongs to an element that holds text; more are the next thing in the file. */
const MAX_PLAIN = 4

function parse(lines: LineCursor, note: Note): QueryCapture | null {
  const reader = new QueryXml()
  const rooted = !GPU.test(lines.peek()?.text.slice(0, 400) ?? '')
  if (!rooted) note.damaged('the head of the XML is cut off')
  let started = false
  for (;;) {
    const line = lines.peek()
    if (!line || reader.done) break
    const text = tidy(line.text)
    if (!text.includes('<')) {
      if (!belongs(lines, reader)) break
      lines.next()
      reader.write(text, line.number)
      continue
    }
    if (started && /^\s*<\?xml/.test(text)) break
    if (!started) {
      started = skipProlog(lines, text, reader)
      continue
    }
    lines.next()
    reader.write(text, line.number)
  }
  const capture = reader.build(note)
  return capture.gpus.length === 0 && !capture.driver && !capture.attachedGpus ? null : capture
}

/** The declaration and the DOCTYPE, with its internal subset if someone put one there, never reach the parser. */
function skipProlog(lines: LineCursor, text: string, reader: QueryXml): boolean {
  const line = lines.next()
  if (!line) return true
  let rest = text.replace(/^\s*<\?xml[^>]{0,200}\?>/, '')
  if (/^\s*<!DOCTYPE/.test(rest)) {
    const subset = rest.indexOf('[')
    const end = rest.indexOf('>')
    if (subset >= 0 && (end < 0 || subset < end)) {
      let last = rest
      for (let i = 0; i < 1000 && !/\]\s*>/.test(last); i++) last = tidy(lines.next()?.text ?? ']>')
      rest = last.slice(last.search(/\]\s*>/) + 1).replace(/^\s*>/, '')
    } else if (end < 0) {
      for (let i = 0; i < 10 && !(lines.peek()?.text ?? '<').includes('<'); i++) lines.next()
      rest = ''
    } else rest = rest.slice(end + 1)
  }
  if (rest.trim() === '') return false
  reader.write(rest, line.number)
  return true
}

/** Whether a line without a tag is text of an element: a tag follows soon. */
function belongs(lines: LineCursor, reader: QueryXml): boolean {
  if (!reader.inElement && !isBlank(lines.peek()?.text ?? '')) return false
  for (let i = 1; i <= MAX_PLAIN; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.includes('<')) return /^\s*(?:\S[^<]{0,200})?<[/a-zA-Z]/.test(text) && !/^\s*<\?xml/.test(text)
  }
  return false
}
