import type { DiagMessage, DiagPcie, DiagResult, DiagStatus } from './diag-types'
import { gpuEntity, type DcgmEntity } from './entity'

const STATUSES: Readonly<Record<string, DiagStatus>> = {
  pass: 'pass',
  fail: 'fail',
  skip: 'skip',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
}

/** `Pass`, `PASS`, `Fail - GPU: 0`: the first word, in any case (old releases and wrappers shout). */
export function readStatus(text: string): DiagStatus | undefined {
  const word = /^\s*([A-Za-z]{4,7})\b/.exec(text)?.[1]
  return word === undefined ? undefined : STATUSES[word.toLowerCase()]
}

const RANK: readonly DiagStatus[] = ['fail', 'error', 'warn', 'unknown', 'pass', 'skip']

/** One failing entity fails the test; a skip counts only where nothing passed. */
export function worstStatus(statuses: readonly DiagStatus[]): DiagStatus {
  return RANK.find((status) => statuses.includes(status)) ?? 'unknown'
}

/** `Pass - GPUs: 1, 2` names them; `Pass - All` and a bare word name none. */
export function readGpuList(text: string, line: number): readonly DiagResult[] {
  const status = readStatus(text)
  const found = /-\s*GPUs?:\s*([\d,\s]+)$/i.exec(text.trim())
  if (!status || !found) return []
  return (found[1] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d{1,4}$/.test(part))
    .map((part) => ({ entity: gpuEntity(Number(part)), status, line }))
}

// `GPU 0 GPU to Host bandwidth:\t\t24.02 GB/s`, tabs maybe turned to blanks
const FIGURE =
  /GPU (\d{1,4}) (GPU to Host|Host to GPU|bidirectional) (bandwidth|latency):?\s*([\d.]{1,12})\s*(GB\/s|us)/gi

/** The PCIe figures in the text of an Info message. */
export function readPcie(text: string, line: number): readonly DiagPcie[] {
  const found = new Map<number, { -readonly [key in keyof DiagPcie]: DiagPcie[key] }>()
  for (const [, gpuText, way, what, number] of text.matchAll(FIGURE)) {
    const gpu = Number(gpuText)
    const value = Number(number)
    if (!Number.isFinite(value)) continue
    const entry = found.get(gpu) ?? { gpu, line }
    found.set(gpu, entry)
    const latency = what?.toLowerCase() === 'latency'
    if (way === 'GPU to Host') entry[latency ? 'gpuToHostLatency' : 'gpuToHost'] = value
    else if (way === 'Host to GPU') entry[latency ? 'hostToGpuLatency' : 'hostToGpu'] = value
    else entry[latency ? 'bidirectionalLatency' : 'bidirectional'] = value
  }
  return [...found.values()]
}

/**
 * One text may hold several messages: 2.4 glues `GPU 0` before each (`..., GPU 0GPU 0's NvLink link 1 is currently down ...`).
 */
export function splitMessages(message: DiagMessage): readonly DiagMessage[] {
  return message.value
    .split(/,? ?(?=GPU \d{1,4}GPU \d)/)
    .map((text) =>
      text
        .replace(/^GPU (\d{1,4})(?=GPU \1\b)/, '')
        .replace(/,\s*$/, '')
        .trim(),
    )
    .filter((text) => text !== '')
    .map((value) => ({ ...message, value, entity: message.entity ?? entityInText(value) }))
}

export function entityInText(text: string): DcgmEntity | undefined {
  const gpu = /\bGPU (\d{1,4})\b/.exec(text)?.[1]
  return gpu === undefined ? undefined : gpuEntity(Number(gpu))
}
