import type { TestsFailure, TestsOptions, TestsRank } from '../tests-types'
import { normaliseBusId } from '../../../model/pci-id'
import { detach } from '../../../segment/detach'

/** Single lines of nccl-tests around the table. Markdown copies lose the leading #, so it is never demanded. */

export function withoutHash(text: string): string {
  // Debug builds print where a line comes from: `run(), common.cu:967, # nThread 1 ...`.
  const bare = text.includes('(), ') ? text.replace(/^\w{1,40}\(\), [\w./]{1,80}:\d+, /, '') : text
  return bare.replace(/^[\s#>]+/, '')
}

// #  Rank  0 Group  0 Pid   1858 on gpu-node-a device  0 [0000:00:06] NVIDIA H200
// #   Rank  0 Pid  53986 on      hg001 device  0 [0x0b] Tesla V100-SXM2-32GB
const RANK =
  /^Rank\s+(\d{1,6})\s+(?:Group\s+(\d{1,6})\s+)?Pid\s+(\d{1,10})\s+on\s+(\S{1,255})\s+device\s+(\d{1,3})\s+\[([^\]]{0,20})\]\s*(.*)$/

export function readRank(bare: string, line: number): TestsRank | undefined {
  if (!bare.startsWith('Rank ')) return undefined
  const found = RANK.exec(bare)
  if (!found) return undefined
  const bus = found[6] ?? ''
  return {
    line,
    rank: Number(found[1]),
    group: found[2] === undefined ? undefined : Number(found[2]),
    pid: Number(found[3]),
    host: detach(found[4] ?? ''),
    device: Number(found[5]),
    // `[0x0b]` is the bus byte alone: without the domain it names no place (0x00 for all GPUs of an Azure VM).
    busId: bus.includes(':') ? normaliseBusId(bus) : undefined,
    bus: detach(bus),
    gpuName: detach((found[7] ?? '').trim()),
  }
}

// # nThread 1 nGpus 8 minBytes 8 maxBytes 128 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
export function readOptions(bare: string, line: number): TestsOptions | undefined {
  if (!bare.startsWith('nThread ') && !bare.startsWith('nGpus')) return undefined
  const step = /step: (\d+)\((factor|bytes)\)/.exec(bare)
  const iterations = /warmup iters: (\d+)(?: iters: (\d+))?/.exec(bare)
  const validation = valueOf(bare, /validation: (\d+)/)
  return {
    line,
    threads: valueOf(bare, /nThread (\d+)/),
    gpusPerThread: valueOf(bare, /nGpus(?:\(\w+\))? (\d+)/),
    minBytes: valueOf(bare, /minBytes (\d+)/),
    maxBytes: valueOf(bare, /maxBytes (\d+)/),
    step: step ? Number(step[1]) : undefined,
    stepKind: step ? (step[2] === 'bytes' ? 'bytes' : 'factor') : undefined,
    warmup: iterations ? Number(iterations[1]) : undefined,
    iterations: iterations?.[2] === undefined ? undefined : Number(iterations[2]),
    aggregated: valueOf(bare, /agg iters: (\d+)/),
    validation: validation === undefined ? undefined : validation > 0,
    graph: valueOf(bare, /graph: (\d+)/),
  }
}

function valueOf(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)
  return found ? Number(found[1]) : undefined
}

// node01: Test NCCL failure all_gather.cu:47 'unhandled system error (run with NCCL_DEBUG=INFO for details) / '
const TEST_FAILURE = /^(?:(\S{1,255}): )?Test (NCCL|CUDA) failure (?:(\S+?:\d+) )?'(.*?)'?$/
// node01: Test timeout (60s) all_reduce.cu:80
const TIMEOUT = /^(?:(\S{1,255}): )?Test timeout (.{0,200})$/
//  .. node01 pid 1731539: Test failure common.cu:383
const STACK = /^\.\. (\S{1,255}) pid (\d+): Test failure (\S+)/
const USAGE = [
  'Invalid number of GPUs: ',
  'invalid size specified for ',
  'Incompatible NCCL versions',
  'invalid argument specified for ',
  'No valid devices',
]

export function readFailure(text: string, line: number): TestsFailure | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('Test ')) {
    const failure = trimmed.includes(' failure') ? TEST_FAILURE.exec(trimmed) : null
    if (failure) {
      const kind = failure[2] === 'CUDA' ? 'cuda' : 'nccl'
      return {
        line,
        kind,
        host: optional(failure[1]),
        file: optional(failure[3]),
        text: detach((failure[4] ?? '').replace(/ \/ $/, '')),
      }
    }
    const stack = STACK.exec(trimmed)
    if (stack)
      return {
        line,
        kind: 'stack',
        host: optional(stack[1]),
        pid: Number(stack[2]),
        file: optional(stack[3]),
        text: detach(trimmed),
      }
    const timeout = TIMEOUT.exec(trimmed)
    if (timeout) return { line, kind: 'timeout', host: optional(timeout[1]), text: detach(trimmed) }
  }
  const bare = withoutHash(trimmed)
  if (bare.startsWith('error: ')) return { line, kind: 'error', text: detach(bare.slice(7)) }
  return USAGE.some((start) => bare.startsWith(start)) ? { line, kind: 'usage', text: detach(bare) } : undefined
}

function optional(text: string | undefined): string | undefined {
  return text === undefined ? undefined : detach(text)
}

// # Out of bounds values : 0 OK
export function readOutOfBounds(bare: string): { readonly count: number; readonly ok: boolean } | undefined {
  if (!bare.startsWith('Out of bounds values')) return undefined
  const found = /^Out of bounds values\s*:\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(OK|FAILED)?/.exec(bare)
  if (!found) return undefined
  const count = Number(found[1])
  return { count, ok: found[2] === undefined ? count === 0 : found[2] === 'OK' }
}

// # Avg bus bandwidth    : 208.305 OK
export function readAverage(bare: string): { readonly value?: number; readonly verdict?: 'OK' | 'FAILED' } | undefined {
  if (!bare.startsWith('Avg bus bandwidth')) return undefined
  const found = /^Avg bus bandwidth\s*:\s*(\S+)?\s*(OK|FAILED)?/.exec(bare)
  if (!found) return undefined
  const value = Number(found[1])
  return {
    value: found[1] !== undefined && Number.isFinite(value) ? value : undefined,
    verdict: found[2] === 'OK' || found[2] === 'FAILED' ? found[2] : undefined,
  }
}
