import { ncclTests } from '@shared/formats/nccl/tests'
import type { NcclTestsRun } from '@shared/formats/nccl/tests-types'
import { describe, expect, it } from 'vitest'
import { fixture, only, read, sections } from './fixture'

const RANKS = (count: number, host = 'gn-a07'): string =>
  Array.from(
    { length: count },
    (_unused, rank) =>
      `#  Rank ${String(rank).padStart(2)} Group  0 Pid   18${50 + rank} on ${host} device ${String(rank % 8).padStart(2)} [0000:${(16 + rank).toString(16)}:00] NVIDIA H100 80GB HBM3`,
  ).join('\n')
const HEAD = `#
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong 
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         `
const START =
  '# nThread 1 nGpus 1 minBytes 8 maxBytes 128 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0'
const FOOT = '# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 100.5 \n#'

function run(text: string, name?: string): NcclTestsRun {
  return only(text, ncclTests, name)
}

describe('own captures', () => {
  it.each([
    ['all_reduce_perf.txt', 'all_reduce', 329.75, 28],
    ['all_reduce_perf-tuning-guide-env.txt', 'all_reduce', 123.78, 28],
    ['all_reduce_perf-p2p-disabled.txt', 'all_reduce', 27.45, 5],
    ['all_reduce_perf-p2p-and-shm-disabled.txt', 'all_reduce', 3.02, 4],
    ['all_reduce_perf-max-nchannels-1.txt', 'all_reduce', 20.94, 6],
    ['alltoall_perf.txt', 'alltoall', 355.25, 28],
    ['sendrecv_perf.txt', 'sendrecv', 360.51, 28],
    ['all_gather_perf.txt', 'all_gather', 292.86, 28],
  ])('%s: %s peaks at %d', (name, collective, peak, rows) => {
    const value = run(fixture(`nccl/${name}`))
    expect(value).toMatchObject({
      collective,
      collectiveInferred: false,
      ranks: 2,
      ranksFrom: 'list',
      peakBusBandwidth: peak,
      complete: true,
      damaged: false,
    })
    expect(value.rows).toHaveLength(rows)
    expect(value.version?.value).toBe('2.19.6')
    expect(value.ncclVersion?.value).toBe('2.28.9')
    expect(value.rankList[1]).toMatchObject({
      rank: 1,
      host: expect.stringMatching(/^gpu-node-[ab]$/) as string,
      busId: '0000:00:07.0',
      gpuName: 'NVIDIA H200',
    })
  })

  it('tells that results were not checked with -c 0', () => {
    const value = run(fixture('nccl/all_reduce_perf-c0.txt'))
    expect(value.checked).toBe(false)
    expect(value.options.validation).toBe(false)
    expect(value.outOfBounds?.value).toEqual({ count: 0, ok: true })
  })

  it('joins rows that log lines cut in two', () => {
    const value = run(fixture('nccl/all_reduce_perf-debug-subsys.txt'))
    expect(value.rows.map((row) => row.size)).toEqual([1048576, 4194304])
    expect(value.rows[1]).toMatchObject({ outOfPlace: { busbw: 79.22 }, inPlace: { busbw: 82.14 } })
    expect(value.rows[1]?.endLine).toBeGreaterThan(value.rows[1]?.line ?? 0)
    expect(value.damaged).toBe(false)
  })

  it('reads a run that failed before its first row', () => {
    const value = run(fixture('nccl/all_reduce_perf-wrong-ifname.txt'))
    expect(value.rows).toEqual([])
    expect(value.peakBusBandwidth).toBeUndefined()
    expect(value.complete).toBe(false)
    expect(value.failures[0]).toMatchObject({ kind: 'nccl', file: 'common.cu:1550', host: 'gpu-node-a' })
    expect(value.failures[0]?.text).toContain('invalid usage')
  })
})

describe('layouts', () => {
  it.each([
    ['redop only, before 2.13', 'redop', 'float     sum', 3.5, 'all_reduce', '  1e-06'],
    ['root only', ' root', 'float       0', 2, 'broadcast', '  0e+00'],
    ['redop and root', 'redop    root', 'float     sum       0', 2, 'reduce', '  1e-06'],
  ])('%s', (_name, column, preamble, busbw, collective, error) => {
    const text = `# nThread 8 nGpus 1 minBytes 8 maxBytes 128 step: 2(factor) warmup iters: 5 iters: 20 validation: 1 
#
# Using devices
${Array.from({ length: 8 }, (_unused, rank) => `#   Rank  ${rank} Pid  53986 on      gn-a07 device  ${rank} [0x0b] Tesla V100-SXM2-32GB`).join('\n')}
#
#                                                       out-of-place                       in-place          
#       size         count      type   ${column}     time   algbw   busbw  error     time   algbw   busbw  error
#        (B)    (elements)                       (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       
    16777216       4194304     ${preamble}   8388.6    2.00    ${busbw.toFixed(2)}${error}   8388.6    2.00    ${busbw.toFixed(2)}${error}
${FOOT}`
    const value = run(text)
    expect(value).toMatchObject({
      collective,
      collectiveInferred: true,
      ranks: 8,
      peakBusBandwidth: busbw,
      layout: { wrongColumn: 'error', groups: 2 },
      checked: true,
    })
    expect(value.rows[0]?.outOfPlace).toMatchObject({ wrong: null, deviation: Number(error) })
    expect(value.rankList[0]).toMatchObject({ bus: '0x0b', busId: undefined })
  })

  it('takes one column group for what it is', () => {
    const value = run(`${START}
#
# Using devices
${RANKS(8)}
#                                                       out-of-place                       in-place          
#       size         count      type   redop     time   algbw   busbw  error     time   algbw   busbw  error
    33554432       8388608     float     sum    546.0   61.45  107.54    N/A
${FOOT}`)
    expect(value.rows).toEqual([
      expect.objectContaining({
        size: 33554432,
        outOfPlace: expect.objectContaining({ busbw: 107.54, wrong: null }) as unknown,
        inPlace: undefined,
      }),
    ])
    expect(value).toMatchObject({ layout: { groups: 1 }, checked: false, damaged: false, peakBusBandwidth: 107.54 })
  })

  it('puts a row without the out-of-place group into the in-place column', () => {
    const value = run(
      `${START}\n${HEAD}\n    33554432       8388608     float     sum      -1${' '.repeat(33)}   546.0   61.45  107.54       0\n${FOOT}`,
    )
    expect(value.rows[0]).toMatchObject({ outOfPlace: undefined, inPlace: { busbw: 107.54 } })
  })

  it('reads -I statistics and the -S time from the header, not by counting', () => {
    const value = run(`# Collective test starting: all_reduce_perf
${START}
# Per-Iteration Report: CUDA event timing; i_* uses max over process rows; summary skips first 2 iterations 
#
# Using devices
${RANKS(8)}
#
#                                                              out-of-place (+ per-iteration)                                in-place (+ per-iteration)
#       size         count      type   redop    root     time   algbw   busbw  #wrong    i_min    i_max    i_p99   i_cv%     time   algbw   busbw  #wrong    i_min    i_max    i_p99   i_cv%           timestamp
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)     (us)     (us)     (%)     (us)  (GB/s)  (GB/s)             (us)     (us)     (us)     (%)   %Y-%m-%d %H:%M:%S
  1073741824     268435456     float     sum      -1  2249.78  477.26  835.21       0  2241.02  2270.11  2270.11     0.31  2250.91  477.02  834.79       0  2243.40  2266.75  2266.75     0.28  2026-08-01 10:11:12
${FOOT}`)
    expect(value.rows[0]).toMatchObject({
      outOfPlace: { busbw: 835.21, iterations: { min: 2241.02, max: 2270.11, p99: 2270.11, variation: 0.31 } },
      inPlace: { busbw: 834.79 },
      timestamp: '2026-08-01 10:11:12',
    })
    expect(value.options.perIteration).toBe(true)
  })

  it('reads the CPU time column of -C and 1e+06', () => {
    const value = run(
      `${START}\n${HEAD.replace(/ time /g, ' cputime ')}\n    33554432       8388608     float     sum      -1    1e+06    0.03    0.06       0  1.2e+07    0.00    0.00       0\n${FOOT}`,
    )
    expect(value.layout.cpuTime).toBe(true)
    expect(value.rows[0]).toMatchObject({ outOfPlace: { time: 1e6 }, inPlace: { time: 1.2e7 } })
  })

  it('reads a markdown copy: no #, blanks collapsed', () => {
    const value =
      run(`nThread 1 nGpus 1 minBytes 8 maxBytes 128 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0

Using devices
Rank 0 Group 0 Pid 6899 on gn-a07 device 0 [0000:04:00] NVIDIA H100 80GB HBM3
Rank 1 Group 0 Pid 6900 on gn-a07 device 1 [0000:05:00] NVIDIA H100 80GB HBM3
size count type redop root time algbw busbw #wrong time algbw busbw #wrong
(B) (elements) (us) (GB/s) (GB/s) (us) (GB/s) (GB/s)
33554432 8388608 float sum -1 300.0 111.85 111.85 0 310.0 108.24 108.24 0
Out of bounds values : 0 OK
Avg bus bandwidth : 110.0`)
    expect(value).toMatchObject({ ranks: 2, peakBusBandwidth: 111.85, averageBusBandwidth: { value: 110 } })
  })

  it('names rccl-tests', () => {
    const value = run(
      `# Collective test starting: all_reduce_perf\n${START}\n#\nrccl-tests: Version develop:a52452e\n# Using devices\n#  Rank  0 Group  0 Pid    268 on gn-m01 device  0 [0000:11:00]\n${HEAD}\n  1073741824     268435456     float     sum      -1   5753.0  186.64  349.95      0   5754.5  186.59  349.86      0\n${FOOT}`,
    )
    expect(value.rccl).toBe(true)
    expect(value.rankList[0]?.gpuName).toBe('')
  })
})

describe('rows cut in two', () => {
  const log = (text: string): string => `gn-a07:1858:1869 [1] NCCL INFO ${text}`
  const CALL =
    'AllReduce: opCount 0 sendbuff 0x7 recvbuff 0x9 count 2097152 datatype 7 op 0 root 0 comm 0x5 [nranks=2] stream 0x5'

  it('joins tails of four values, glued log lines between', () => {
    const value = run(`${START}\n${RANKS(2)}\n${log('Using network IB')}\n${HEAD}
     8388608       2097152     float     sum      -1${log(CALL)}
${log(CALL)}
    83.33  100.66  100.66      0${log(CALL)}
${log(CALL)}
    82.00  102.30  102.30      0
${FOOT}`)
    expect(value.rows).toEqual([
      expect.objectContaining({
        size: 8388608,
        outOfPlace: { time: 83.33, algbw: 100.66, busbw: 100.66, wrong: 0 },
        inPlace: { time: 82, algbw: 102.3, busbw: 102.3, wrong: 0 },
      }),
    ])
    expect(value.damaged).toBe(false)
  })

  it('joins a tail of eight values and the CALL form without [DEV]', () => {
    const value = run(`${START}\n${RANKS(2)}\n${log('Using network IB')}\n${HEAD}
     8388608       2097152     float     sum      -1gn-a07:1858:1858 NCCL CALL ncclAllReduce(7,9,2097152,7,0)
    83.33  100.66  100.66      0    82.00  102.30  102.30      0
${FOOT}`)
    expect(value.rows[0]).toMatchObject({ outOfPlace: { busbw: 100.66 }, inPlace: { busbw: 102.3 } })
  })

  it('takes a rank tag inside a row for a tag', () => {
    const value = run(
      `${START}\n${HEAD}\n     8388608       2097152     float     sum      -1[0]    83.33  100.66  100.66      0    82.00  102.30  102.30      0\n${FOOT}`,
    )
    expect(value.rows[0]).toMatchObject({ root: -1, outOfPlace: { busbw: 100.66 } })
  })

  it('does not take numbers of another table for a tail', () => {
    const value = run(
      `${START}\n${RANKS(2)}\n${HEAD}\n     8388608       2097152     float     sum      -1\n  1 2 3 4\n  5.0 900.0 900.0 0\n${FOOT}`,
    )
    expect(value.rows).toEqual([])
    expect(value.damaged).toBe(true)
  })

  it('marks a row that never ends', () => {
    const value = run(
      `${START}\n${RANKS(2)}\n${HEAD}\n     8388608       2097152     float     sum      -1    83.33  100.66  100.66      0    82.00  102.30  102.30      0\n    16777216       4194304     float     sum      -1   158.3  1`,
    )
    expect(value).toMatchObject({ complete: false, damaged: true, peakBusBandwidth: 102.3 })
    expect(value.rows).toHaveLength(1)
  })
})

describe('runs and ranks', () => {
  const ROW =
    '    33554432       8388608     float     sum      -1    300.0  111.85  195.74       0    310.0  108.24  189.42       0'

  it('makes a section of each run', () => {
    const one = `# Collective test starting: all_reduce_perf\n${START}\n#\n# Using devices\n${RANKS(8)}\n${HEAD}\n${ROW}\n${FOOT}`
    const found = sections(`${one}\n\nsome words\n${one}\n`, ncclTests)
    expect(found).toHaveLength(2)
    expect(found.map(({ value }) => value.rows.length)).toEqual([1, 1])
    expect(read(`${one}\n\nsome words\n${one}\n`).document.unrecognisedLines).toBe(1)
  })

  it('takes the highest rank when lines are elided', () => {
    const value = run(
      `#  Rank 71 Group  0 Pid  14840 on gn-r01 device  3 [0x01] NVIDIA Graphics Device\n${HEAD}\n${ROW}\n${FOOT}`,
    )
    expect(value).toMatchObject({ ranks: 72, rankListElided: true, damaged: true })
  })

  it('works ranks out from the ratio when the list is missing, and says so', () => {
    const value = run(`${HEAD}\n${ROW}\n${FOOT}`)
    expect(value).toMatchObject({ collective: 'all_reduce', collectiveInferred: true, ranks: 8, ranksFrom: 'ratio' })
  })

  it('does not guess a rank count that the figures leave open', () => {
    const value = run(
      `${HEAD}\n    33554432       8388608     float     sum      -1   3000.0    1.12    2.23       0   3000.0    1.12    2.23       0\n${FOOT}`,
    )
    expect(value.ranks).toBeUndefined()
  })

  it('tells all_gather from alltoall by the in-place check, and keeps them apart from nothing else', () => {
    const row = (wrong: string): string =>
      `    33554432       1048576     float    none      -1    300.0  111.85   97.87       0    310.0  108.24   94.71     ${wrong}`
    expect(run(`${HEAD}\n${row('  0')}\n${FOOT}`)).toMatchObject({ collective: 'all_gather', ranks: 8 })
    expect(run(`${HEAD}\n${row('N/A')}\n${FOOT}`)).toMatchObject({ collective: 'alltoall', ranks: 8 })
    const unchecked = row('N/A').replace('97.87       0', '97.87     N/A')
    expect(run(`${HEAD}\n${unchecked}\n${FOOT}`).collective).toBeUndefined()
  })

  it('recognises processes that print into each other: built without MPI', () => {
    const value = run(`${START}\n#\n# Using devices\n${START}\n#\n# Using devices
#  Rank  0 Group  0 Pid  45874 on gn-a07 device  0 [0x08] Tesla V100-SXM2-16GB
#  Rank  0 Group  0 Pid  45875 on gn-a08 device  0 [0x08] Tesla V100-SXM2-16GB
${HEAD}\n${HEAD}
           8             2     float     sum      -1     5.55    0.00    0.00      0     0.16    0.05    0.00      0
           8             2     float     sum      -1     9.89    0.00    0.00      0     0.14    0.06    0.00      0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 0 
#
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 0 
#`)
    expect(value).toMatchObject({ overlapping: 2, ranks: 1, hosts: ['gn-a07', 'gn-a08'], peakBusBandwidth: 0 })
  })

  it('reads failures with their call stack', () => {
    const value = run(`${START}\n#\n# Using devices\n${RANKS(2)}\n${HEAD}
gn-a07: Test NCCL failure all_gather.cu:47 'unhandled system error (run with NCCL_DEBUG=INFO for details) / '
 .. gn-a07 pid 1731539: Test failure common.cu:383
gn-a07: Test CUDA failure common.cu:900 'out of memory'`)
    expect(value.failures.map(({ kind, host, file, pid }) => ({ kind, host, file, pid }))).toEqual([
      { kind: 'nccl', host: 'gn-a07', file: 'all_gather.cu:47', pid: undefined },
      { kind: 'stack', host: 'gn-a07', file: 'common.cu:383', pid: 1731539 },
      { kind: 'cuda', host: 'gn-a07', file: 'common.cu:900', pid: undefined },
    ])
  })

  it('keeps size-0 rows and never makes NaN of them', () => {
    const value = run(
      `${HEAD}\n           0             0  bfloat16     sum      -1     0.36    0.00    0.00      0     0.33    0.00    0.00      0\n           2             1  bfloat16     sum      -1     nan     nan     nan      0     0.33    0.00    0.00      0\n${FOOT}`,
    )
    expect(value.rows.map(({ size }) => size)).toEqual([0, 2])
    expect(value.rows[1]?.outOfPlace).toBeUndefined()
    expect(value.peakBusBandwidth).toBe(0)
  })

  it('takes the bracketed commit of 2.20 and the reduced size', () => {
    const value = run(
      `# nccl-tests version 2.20.0 (abc1234) nccl-headers=23102 nccl-library=23102\n# Collective test starting: all_reduce_perf_mpi\n${START}\n#\n# Using devices\n${RANKS(2)}\n#\n# Reducing maxBytes to 26549638485 due to memory limitation\n${HEAD}\n${FOOT}`,
    )
    expect(value).toMatchObject({
      version: { value: '2.20.0' },
      ncclVersion: { value: '2.31.2' },
      collective: 'all_reduce',
      reducedMaxBytes: { value: 26549638485 },
    })
  })

  it('leaves text alone that only mentions the words', () => {
    const { parsed } = read('The float sum of 3 4 was taken.\nAvg bandwidth is fine\nRank 0 is slow\nsize matters')
    expect(parsed).toEqual([])
  })
})
