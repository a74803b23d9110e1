import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Line, LineCursor } from '../../model/format'
import { COLLECT_KEYS, STRONG_KEYS } from './support/collect-keys'

export interface CollectEnv {
  readonly source: 'pytorch' | 'vllm' | 'sglang' | 'unknown'
  readonly driver?: AtLine<string>
  /** CUDA of the runtime or toolkit. */
  readonly cuda?: AtLine<string>
  /** CUDA that PyTorch was built with. */
  readonly cudaBuild?: AtLine<string>
  readonly pytorch?: AtLine<string>
  readonly nccl?: AtLine<string>
  readonly gpus: readonly { readonly indices: readonly number[]; readonly name: string; readonly line: number }[]
  readonly os?: AtLine<string>
  readonly hypervisor?: AtLine<string>
  readonly ulimit?: AtLine<string>
  readonly facts: readonly { readonly key: string; readonly value: string; readonly line: number }[]
}

export const collectEnv = defineBlockFormat<CollectEnv>({
  id: 'host/collect-env',
  title: 'Environment report of a framework',
  command: 'python -m torch.utils.collect_env',
  example: 'Collecting environment information...',
  anchors: [
    'Python: ',
    '====================',
    'Collecting environment information',
    'PyTorch',
    'Nvidia driver version',
    'CUDA runtime version',
    'CUDA available',
    'CUDA Driver Version',
    'vLLM ',
    '[pip3] ',
    '[conda] ',
    'Versions of relevant',
    'Hypervisor vendor',
    'ulimit soft',
    'sglang',
    'cuDNN version',
    'GPU models and configuration',
  ],
  begins(line, _hint, lines) {
    if (/^(?:Collecting environment information|Versions of relevant libraries:)/.test(line) || PACKAGE.test(line))
      return true
    if (RULE.test(line)) return HEADING.test(lines.peek(1)?.text ?? '')
    const found = PAIR.exec(line)
    if (found?.[1] === 'Python') return STRONG_KEYS.has(PAIR.exec(lines.peek(1)?.text ?? '')?.[1] ?? '')
    return found !== null && STRONG_KEYS.has(found[1] ?? '')
  },
  parse(lines) {
    const value: Growing = { source: 'unknown', gpus: [], facts: [] }
    for (let line = lines.peek(); line; line = lines.peek()) {
      if (!takeLine(value, line, lines)) break
      lines.next()
    }
    return value
  },
})

type Growing = {
  -readonly [key in keyof CollectEnv]: key extends 'gpus' | 'facts' ? CollectEnv[key][number][] : CollectEnv[key]
}

// `PyTorch version: 2.4.0+cu121`; newer vLLM aligns: `PyTorch version              : 2.7.0+cu128`
const PAIR = /^([A-Za-z][\w ()/.+-]{1,60}?)\s*:(?: (.*))?$/
// `[pip3] nvidia-nccl-cu12==2.20.5`, `[conda] torch   2.4.0   pypi_0 pypi`
const PACKAGE = /^\[(?:pip3?|conda)\] (?!Could not collect)(\S{1,80}?)(?:==|\s+)(\S{1,60})/
// SGLang joins: `GPU 0,1,2,3: NVIDIA H100 80GB HBM3`
// Newer vLLM heads its parts: a rule, a centred title, a rule.
const RULE = /^={20,}\s*$/
const HEADING =
  /^\s*(?:System Info|PyTorch Info|Python Environment|CUDA \/ GPU Info|CPU Info|Versions of relevant libraries|vLLM Info|Environment Variables)\s*$/
const GPU = /^GPU (\d{1,3}(?:,\d{1,3})*): (\S.{1,80}?)\s*$/
const NOT_FOUND = /^(?:Could not collect|N\/A|Not Set|None)?$/i
/** Lines between: headings of newer vLLM, file names of cuDNN, blank lines. */
const BETWEEN =
  /^(?:={20,}|CPU:|\s{0,4}CUDA Archs: .*|\[(?:pip3?|conda)\] Could not collect|Versions of relevant libraries:.*|Collecting environment information.*|\/\S{1,200}\.so[\d.]*|GPU [\d,]+ Compute Capability: .*)\s*$/

function takeLine(into: Growing, line: Line, lines: LineCursor): boolean {
  const { text, number } = line
  const found = PACKAGE.exec(text)
  if (found) {
    const [, key = '', value = ''] = found
    into.facts.push({ key, value, line: number })
    if (/^nvidia-nccl-cu\d+$/.test(key)) into.nccl ??= { value, line: number }
    if (key === 'torch' || key === 'pytorch') into.pytorch ??= { value, line: number }
    if (key === 'vllm') into.source = 'vllm'
    return true
  }
  const gpu = GPU.exec(text)
  if (gpu && !/\(UUID: /.test(text)) {
    into.gpus.push({ indices: (gpu[1] ?? '').split(',').map(Number), name: gpu[2] ?? '', line: number })
    return true
  }
  if (BETWEEN.test(text)) return true
  if (text.trim() === '') return goesOn(lines, 1)
  if (HEADING.test(text)) return RULE.test(lines.peek(1)?.text ?? '')
  const pair = PAIR.exec(text)
  const key = pair?.[1] ?? ''
  if (!pair || !COLLECT_KEYS.has(key)) return false
  readPair(into, key, (pair[2] ?? '').trim(), number)
  return true
}

function goesOn(lines: LineCursor, from: number): boolean {
  for (let i = from; i < from + 3; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() === '') continue
    return (
      PACKAGE.test(text) ||
      BETWEEN.test(text) ||
      (GPU.test(text) && !/\(UUID: /.test(text)) ||
      COLLECT_KEYS.has(PAIR.exec(text)?.[1] ?? '')
    )
  }
  return false
}

function readPair(into: Growing, key: string, value: string, line: number): void {
  if (NOT_FOUND.test(value)) return
  into.facts.push({ key, value, line })
  const at = { value, line }
  switch (key) {
    case 'PyTorch version':
    case 'PyTorch':
      into.pytorch = at
      if (into.source === 'unknown') into.source = key === 'PyTorch' ? 'sglang' : 'pytorch'
      return
    case 'CUDA used to build PyTorch':
      into.cudaBuild = at
      return
    case 'CUDA runtime version':
    case 'NVCC':
      into.cuda = { value: /release (\d+\.\d+)/.exec(value)?.[1] ?? value, line }
      return
    case 'Nvidia driver version':
    case 'CUDA Driver Version': {
      const driver = /\d{2,4}\.\d{1,4}(?:\.\d{1,4})?/.exec(value)?.[0]
      if (driver !== undefined) into.driver ??= { value: driver, line }
      return
    }
    case 'OS':
      into.os = at
      return
    case 'Hypervisor vendor':
      into.hypervisor = at
      return
    case 'ulimit soft':
      into.ulimit = at
      return
    case 'NCCL version':
      into.nccl ??= at
      return
    case 'vLLM Version':
      into.source = 'vllm'
      return
    case 'sglang':
      into.source = 'sglang'
  }
}
