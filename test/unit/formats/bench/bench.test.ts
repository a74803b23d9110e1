import { nvbandwidth } from '@shared/formats/bench/nvbandwidth'
import { nvbandwidthJson } from '@shared/formats/bench/nvbandwidth-json'
import { p2pLatency } from '@shared/formats/bench/p2p-latency'
import { perftest } from '@shared/formats/bench/perftest'
import { describe, expect, it } from 'vitest'
import { fixture, only, read, sections } from '../nccl/fixture'

describe('nvbandwidth', () => {
  it('reads the own capture', () => {
    const value = only(fixture('bench/nvbandwidth.txt'), nvbandwidth)
    expect(value).toMatchObject({
      form: 'text',
      version: { value: 'v0.8' },
      driver: { value: '580.159.04' },
      damaged: false,
      errors: [],
    })
    expect(value.devices).toEqual([
      expect.objectContaining({ index: 0, name: 'NVIDIA H200', busId: '0000:00:06.0', host: 'gpu-node-b' }),
      expect.objectContaining({ index: 1, busId: '0000:00:07.0' }),
    ])
    const read1 = value.tests.find(({ name }) => name === 'device_to_device_memcpy_read_ce')
    expect(read1).toMatchObject({
      status: 'Passed',
      sum: 787.42,
      matrix: {
        unit: 'GB/s',
        values: [
          [null, 393.67],
          [393.74, null],
        ],
      },
    })
    expect(value.tests.find(({ name }) => name === 'host_to_device_memcpy_ce')?.matrix?.rowLabels).toEqual(['0'])
    expect(value.tests.map(({ name }) => name)).toContain('device_to_device_bidirectional_memcpy_read_ce_total')
    expect(value.tests.find(({ name }) => name === 'device_to_device_latency_sm')?.matrix?.unit).toBe('ns')
    expect(read(fixture('bench/nvbandwidth.txt')).document.unrecognisedLines).toBe(0)
  })

  it('tells header and first row apart when the blanks are gone, and sees a cut row', () => {
    const value = only(
      'Running device_to_device_memcpy_read_ce.\nmemcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n0 1\n0 N/A 393.67\n1 393.7',
      nvbandwidth,
    )
    expect(value.tests[0]?.matrix?.values).toEqual([
      [null, 393.67],
      [393.7, null],
    ])
    expect(value).toMatchObject({ damaged: true, tests: [{ status: 'Unknown' }] })
  })

  it('reads waived tests, wrong data and unfinished tests', () => {
    const value = only(
      `nvbandwidth Version: v0.7\n\nDevice 0: NVIDIA A100-SXM4-80GB (00000000:34:00)\n\nWaived: host_device_latency_sm\n\nRunning device_to_device_memcpy_read_ce.\n Invalid value when checking the pattern at 0x70a640000000\nASSERT in expression h_errorFlag == 0 in void f() : memcpy.cpp:165\n\nRunning device_local_copy.\n`,
      nvbandwidth,
    )
    expect(value.tests.map(({ name, status }) => [name, status])).toEqual([
      ['host_device_latency_sm', 'Waived'],
      ['device_to_device_memcpy_read_ce', 'Error'],
      ['device_local_copy', 'Running'],
    ])
    expect(value.errors).toHaveLength(2)
  })

  it('reads several nodes', () => {
    const value = only(
      'nvbandwidth Version: v0.8\nMPI version: Open MPI v4.1\nProcess 0 (gn-a07): device 0: NVIDIA GB200 (00000008:01:00)\nProcess 1 (gn-a08): device 0: NVIDIA GB200 (00000008:01:00)\n',
      nvbandwidth,
    )
    expect(value.devices.map(({ process, host, busId }) => [process, host, busId])).toEqual([
      [0, 'gn-a07', '0008:01:00.0'],
      [1, 'gn-a08', '0008:01:00.0'],
    ])
  })

  it('reads JSON', () => {
    const value = only(
      JSON.stringify(
        {
          nvbandwidth: {
            'CUDA Driver Version': 13000,
            'Driver Version': '580.1',
            'GPU Device list': ['0: NVIDIA H200 (00000000:19:00)'],
            version: 'v0.8',
            testcases: [
              {
                name: 'device_to_device_memcpy_read_ce',
                status: 'Passed',
                bandwidth_description: 'memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)',
                bandwidth_matrix: [
                  ['N/A', '393.67'],
                  ['393.74', 'N/A'],
                ],
                sum: 787.42,
              },
              { name: 'x', status: 'Waived' },
            ],
          },
        },
        null,
        2,
      ),
      nvbandwidthJson,
    )
    expect(value).toMatchObject({
      form: 'json',
      version: { value: 'v0.8' },
      devices: [{ index: 0, busId: '0000:19:00.0' }],
      damaged: false,
    })
    expect(value.tests.map(({ status }) => status)).toEqual(['Passed', 'Waived'])
    expect(value.tests[0]?.matrix?.values[0]).toEqual([null, 393.67])
  })
})

describe('p2pBandwidthLatencyTest', () => {
  const TEXT = `[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]
Device: 0, NVIDIA H100 80GB HBM3, pciBusID: 1b, pciDeviceID: 0, pciDomainID:0
Device: 1, NVIDIA H100 80GB HBM3, pciBusID: 43, pciDeviceID: 0, pciDomainID:0
Device=0 CAN Access Peer Device=1
Device=1 CANNOT Access Peer Device=0

***NOTE: In case a device doesn't have P2P access to other one, it falls back to normal memcopy procedure.
So you can see lesser Bandwidth (GB/s) and unstable Latency (us) in those cases.

P2P Connectivity Matrix
     D\\D     0     1
     0\t     1     1
     1\t     0     1
Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)
   D\\D     0      1 
     0 2612.21  37.10 
     1  37.88 2608.54 
Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)
   D\\D     0      1 
     0 2612.21 372.10 
     1 371.88 2608.54 
Bidirectional P2P=Enabled Bandwidth Matrix (GB/s)
   D\\D     0      1 
     0 2612.21 742.10 
     1 741.88 2608.54 
P2P=Disabled Latency Matrix (us)
   GPU     0      1 
     0   2.28  13.55 
     1  13.60   2.30 

   CPU     0      1 
     0   2.40   6.55 
     1   6.60   2.42 
P2P=Enabled Latency (P2P Writes) Matrix (us)
   GPU     0      1 
     0   2.28 49000.55 
     1   2.60   2.30 

   CPU     0      1 
     0   2.40   1.55 
     1   1.60   2.42 

NOTE: The CUDA Samples are not meant for performance measurements. Results may vary when GPU Boost is enabled.
`

  it('reads devices by hex ids, access and all matrices', () => {
    const value = only(TEXT, p2pLatency)
    expect(value.devices.map(({ index, busId }) => [index, busId])).toEqual([
      [0, '0000:1b:00.0'],
      [1, '0000:43:00.0'],
    ])
    expect(value.access.map(({ from, to, can }) => [from, to, can])).toEqual([
      [0, 1, true],
      [1, 0, false],
    ])
    expect(
      value.matrices.map(({ kind, p2p, direction, access, side, unit, values }) => [
        kind,
        p2p,
        direction,
        access,
        side,
        unit,
        values[0]?.[1],
      ]),
    ).toEqual([
      ['connectivity', undefined, undefined, undefined, undefined, 'none', 1],
      ['bandwidth', 'disabled', 'unidirectional', undefined, undefined, 'GB/s', 37.1],
      ['bandwidth', 'enabled', 'unidirectional', 'writes', undefined, 'GB/s', 372.1],
      ['bandwidth', 'enabled', 'bidirectional', undefined, undefined, 'GB/s', 742.1],
      ['latency', 'disabled', undefined, undefined, 'GPU', 'us', 13.55],
      ['latency', 'disabled', undefined, undefined, 'CPU', 'us', 6.55],
      ['latency', 'enabled', undefined, 'writes', 'GPU', 'us', 49000.55],
      ['latency', 'enabled', undefined, 'writes', 'CPU', 'us', 1.55],
    ])
    expect(value).toMatchObject({ complete: true, damaged: false })
    expect(read(TEXT).document.unrecognisedLines).toBe(0)
  })

  it('sees where the capture was cut', () => {
    const value = only(TEXT.slice(0, TEXT.indexOf('371.88') + 3), p2pLatency)
    expect(value).toMatchObject({ complete: false, damaged: true })
    expect(value.matrices.at(-1)?.values[1]).toEqual([371, null])
  })
})

describe('perftest', () => {
  const block = (
    header: string,
    row: string,
    title = '                    RDMA_Write BW Test',
  ): string => `---------------------------------------------------------------------------------------
${title}
 Dual-port       : OFF\t\tDevice         : mlx5_0
 Number of qps   : 4\t\tTransport type : IB
 Connection type : RC\t\tUsing SRQ      : OFF
 PCIe relax order: ON
 Mtu             : 4096[B]
 Link type       : Ethernet
 GID index       : 3
---------------------------------------------------------------------------------------
 local address: LID 0000 QPN 0x095f PSN 0x3c9e82 RKey 0x080359 VAddr 0x007f9fc479c000
 GID: 00:00:00:00:00:00:00:00:00:00:255:255:192:00:02:01
 remote address: LID 0000 QPN 0x095e PSN 0xbd024b RKey 0x080258 VAddr 0x007fe62504b000
---------------------------------------------------------------------------------------
${header}
${row}
---------------------------------------------------------------------------------------
`

  it.each([
    ['MiB/sec', '24056.74', 25.2253],
    ['MB/sec', '24056.74', 25.2253],
    ['Gb/sec', '392.50', 49.0625],
  ])('turns %s into GB/s', (unit, printed, expected) => {
    const value = only(
      block(
        ` #bytes     #iterations    BW peak[${unit}]    BW average[${unit}]   MsgRate[Mpps]`,
        ` 65536      5000             ${printed}            ${printed}\t\t   0.748640`,
      ),
      perftest,
    )
    expect(value.rows[0]?.average).toBeCloseTo(expected, 3)
    expect(value).toMatchObject({
      operation: 'write',
      measures: 'bandwidth',
      bidirectional: false,
      device: { value: 'mlx5_0' },
      linkType: { value: 'Ethernet' },
      mtu: { value: 4096 },
      gidIndex: { value: 3 },
      queuePairs: { value: 4 },
      relaxedOrdering: { value: true },
      gpu: undefined,
      unit,
    })
  })

  it('reads latency columns', () => {
    const value = only(
      block(
        ' #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] ',
        ' 2       1000          1.51           3.20         1.55     \t       1.56        \t0.03   \t\t1.70    \t\t3.20   ',
        '                    RDMA_Write Latency Test',
      ),
      perftest,
    )
    expect(value.rows[0]?.latency).toEqual({ min: 1.51, max: 3.2, typical: 1.55, average: 1.56, p99: 1.7, p999: 3.2 })
    expect(value.measures).toBe('latency')
  })

  it('knows GPU memory by its own lines, and both directions by the title', () => {
    const value = only(
      `initializing CUDA\nPicking device No. 0\n[pid = 3669, dev = 0] device name = [NVIDIA H100]\n${block(' #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]', ' 65536      5000             0.00            780.50\t\t   0.748640', '                    RDMA_Write Bidirectional BW Test')}`,
      perftest,
    )
    expect(value).toMatchObject({ gpu: { value: 'NVIDIA H100' }, bidirectional: true })
    expect(value.rows[0]?.peak).toBeUndefined()
  })

  it('takes client and server of one terminal as one block, two tests as two', () => {
    const header = ' #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]'
    const one = block(header, ' 65536      5000             392.50            392.50\t\t   0.748640')
    const title = '                    RDMA_Write BW Test\n'
    expect(sections(one.replace(title, title + title), perftest)).toHaveLength(1)
    expect(sections(one + one, perftest)).toHaveLength(2)
  })

  it('keeps failures', () => {
    const value = only(
      `                    RDMA_Write BW Test\n Dual-port       : OFF\t\tDevice         : mlx5_0\nCompletion with error at client\nFailed status 12: wr_id 0 syndrom 0x81\n`,
      perftest,
    )
    expect(value.failures.map(({ value: text }) => text)).toEqual([
      'Completion with error at client',
      'Failed status 12: wr_id 0 syndrom 0x81',
    ])
  })
})
