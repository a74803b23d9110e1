import { defineBlockFormat } from '../../model/format'

/** What a program printed when CUDA would not start. */
export interface CudaError {
  readonly kind: 'not-ready' | 'driver-too-old'
  /** Code where the line has one: 802 for `not-ready`. */
  readonly code?: number
  readonly text: string
  readonly line: number
}

/**
 * Lines of programs, in the words of whatever wraps CUDA. NCCL and nccl-tests say the same in their own logs, which have readers.
 *
 *     RuntimeError: cuda runtime error (802) : system not yet initialized at ...
 *     CUDA error at bandwidthTest.cu:256 code=802(cudaErrorSystemNotReady) "cudaSetDevice(currentDevice)"
 */
export const cudaError = defineBlockFormat<CudaError>({
  id: 'host/cuda-error',
  title: 'CUDA start-up error',
  command: 'the program',
  example: 'RuntimeError: cuda runtime error (802) : system not yet initialized',
  anchors: [
    'system not yet initialized',
    'cudaErrorSystemNotReady',
    'CUDA_ERROR_SYSTEM_NOT_READY',
    'returned 802',
    'driver version is insufficient',
  ],
  begins: (line) => kindOf(line) !== null,
  parse(lines) {
    const line = lines.next()
    const kind = line && kindOf(line.text)
    if (!kind) return null
    const code = /\b(?:error|code|returned)\W{0,3}(\d{1,3})\b/i.exec(line.text)?.[1]
    // `cudaGetDeviceProperties returned 802` and its words on the next line are one message.
    const next = lines.peek()
    if (next && /^\s*-> \w/.test(next.text)) lines.next()
    return {
      kind,
      text: line.text.trim().slice(0, 400),
      line: line.number,
      ...(code !== undefined && { code: Number(code) }),
    }
  },
})

const KINDS: readonly (readonly [RegExp, CudaError['kind']])[] = [
  // With a word of failing before it: prose about the message is not the message.
  [/(?:error|fail|code|what\(\)|->)[^\n]{0,200}\bsystem not yet initialized\b/i, 'not-ready'],
  [
    /\bcode=802\b|\bcudaErrorSystemNotReady\b|\bCUDA_ERROR_SYSTEM_NOT_READY\b|^cuda\w{3,60} returned 802\b/,
    'not-ready',
  ],
  [
    /(?:error|fail|code|what\(\)|->)[^\n]{0,200}\bCUDA driver version is insufficient for CUDA runtime version/i,
    'driver-too-old',
  ],
]

/** `Test CUDA failure common.cu:892 'system not yet initialized'` ends a run of nccl-tests and is read there. */
function kindOf(text: string): CudaError['kind'] | null {
  if (text.length > 1000 || /Test (?:CUDA|NCCL) failure|\bNCCL (?:WARN|INFO)\b/.test(text)) return null
  return KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
