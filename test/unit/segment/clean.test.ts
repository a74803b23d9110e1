import { cleanLine } from '@shared/segment/clean'
import { describe, expect, it } from 'vitest'

describe('cleaning a line', () => {
  it.each([
    ['\x1b[4mGPU0\tGPU1\x1b[0m', 'GPU0\tGPU1'],
    ['\t\x1b[4mGPU0\tGPU1\tCPU Affinity\x1b[0m', '\tGPU0\tGPU1\tCPU Affinity'],
    ['\uFFFD[4mGPU0\tGPU1\uFFFD[0m', 'GPU0\tGPU1'],
    ['[4mGPU0 GPU1[0m', 'GPU0 GPU1'],
    ['\\x1b[4mGPU0\\x1b[0m', 'GPU0'],
    ['GPU0\u00a0X', 'GPU0 X'],
    ['old\rnew', 'new'],
    ['text\r', 'text'],
    ['n1:1:1 [0] NCCL INFO x', 'n1:1:1 [0] NCCL INFO x'],
    ['G\u0000P\u0000U\u0000', 'GPU'],
  ])('%j becomes %j', (raw, clean) => {
    expect(cleanLine(raw)).toBe(clean)
  })
})
