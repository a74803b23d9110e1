import { defineBlockFormat } from '../../model/format'
import { tidy } from './support/tidy'
import type { TopoSentence, TopoSentences } from './support/topo-types'

/**
 * Sentences of `nvidia-smi topo -i A -n LEVEL`, `-i A,B -p` and `-c CPU`:
 *
 *     Device 0 is connected to device 1 by way of multiple PCIe switches.
 *     Device 0 is connected by way of a single PCIe switch to device(s): 1, 2
 *     The GPUs that have an affinity with CPU 0 are: 0, 1, 2, 3
 */
export const topoSentences = defineBlockFormat<TopoSentences>({
  id: 'nvidia-smi/topo-sentences',
  title: 'Topology answers',
  command: 'nvidia-smi topo -p -i 0,1',
  example: 'Device 0 is connected to device 1 by way of multiple PCIe switches.',
  anchors: ['is connected to device', 'is connected by way of', 'affinity with CPU'],
  begins: (line) => kindOf(line) !== null,
  parse(lines) {
    const sentences: TopoSentence[] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const kind = kindOf(line.text)
      if (!kind) break
      lines.next()
      let text = tidy(line.text).trim()
      let endLine = line.number
      // The list may stand on a line of its own.
      const next = lines.peek()
      if (/:\s*$/.test(text) && next && LIST.test(next.text)) {
        lines.next()
        text = `${text} ${next.text.trim()}`
        endLine = next.number
      }
      sentences.push({ kind, text, line: line.number, endLine, gpus: gpusIn(kind, text) })
    }
    return sentences.length > 0 ? { sentences } : null
  },
})

const LIST = /^\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*$/

function kindOf(raw: string): TopoSentence['kind'] | null {
  const text = raw.trim()
  if (text.length > 600) return null
  if (/^Device \d{1,3} is connected to device \d{1,3} by way of /.test(text)) return 'path'
  if (/^Device \d{1,3} is connected by way of .{3,120} to device/.test(text)) return 'nearest'
  if (/^The GPUs? ?(?:\(s\) )?(?:that )?(?:have|has|with) an? ?affinity with CPU \d{1,4}/.test(text))
    return 'cpu-affinity'
  return null
}

function gpusIn(kind: TopoSentence['kind'], text: string): readonly number[] {
  const from = kind === 'path' ? text : text.slice(text.lastIndexOf(':') + 1)
  const numbers = [...from.matchAll(kind === 'path' ? /[Dd]evice (\d{1,3})/g : /\b(\d{1,3})\b/g)].map((match) =>
    Number(match[1]),
  )
  return text.includes(':') || kind === 'path' ? numbers : []
}
