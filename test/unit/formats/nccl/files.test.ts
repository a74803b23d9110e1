import { ncclGraphXml } from '@shared/formats/nccl/graph-xml'
import { ncclInspector } from '@shared/formats/nccl/inspector'
import { ncclInspectorPrometheus } from '@shared/formats/nccl/inspector-prometheus'
import { ncclRas } from '@shared/formats/nccl/ras'
import { ncclRasJson } from '@shared/formats/nccl/ras-json'
import { ncclTestsJson } from '@shared/formats/nccl/tests-json'
import { ncclTopologyXml } from '@shared/formats/nccl/topology-xml'
import { describe, expect, it } from 'vitest'
import { fixture, only, sections } from './fixture'

describe('nccl-tests JSON', () => {
  const json = fixture('nccl/all_reduce_perf.json')

  it('reads the own capture', () => {
    const value = only(json, ncclTestsJson)
    expect(value.peakBusBandwidth).toBeCloseTo(301.2, 2)
    expect(value).toMatchObject({
      collective: 'all_reduce',
      collectiveInferred: false,
      ranks: 2,
      ranksFrom: 'config',
      complete: true,
      damaged: false,
      checked: true,
    })
    expect(value.ncclVersion?.value).toBe('2.28.9')
    expect(value.rows[0]).toMatchObject({ size: 1048576, root: -1, redop: 'sum', inPlace: { wrong: 0 } })
    expect(value.environment).toContainEqual({ name: 'NCCL_NVLS_ENABLE', value: '0', line: 1 })
    expect(value.failures).toEqual([])
    expect(value.averageVerdict).toBeUndefined()
  })

  it('keeps what a run wrote before it died', () => {
    const value = only(json.slice(0, 2000), ncclTestsJson)
    expect(value.rows.length).toBeGreaterThan(2)
    expect(value).toMatchObject({ complete: false, damaged: true, collective: 'all_reduce' })
  })

  it('reads the same from a pretty printed copy', () => {
    const value = only(JSON.stringify(JSON.parse(json) as unknown, null, 2), ncclTestsJson)
    expect(value.peakBusBandwidth).toBeCloseTo(301.2, 2)
    expect(value.rows[1]?.line).toBeGreaterThan(value.rows[0]?.line ?? 0)
  })
})

describe('topology and graph files', () => {
  it('reads the own dump: hidden NVSwitch, unknown width, a NIC without PCI device', () => {
    const value = only(fixture('nccl/nccl-topo.xml'), ncclTopologyXml)
    expect(value).toMatchObject({ version: '1', partial: false, damaged: false })
    const [cpu] = value.cpus
    expect(cpu).toMatchObject({ numaId: -1, arch: 'x86_64' })
    expect(cpu?.children.map(({ busId, gigatransfers, width }) => [busId, gigatransfers, width])).toEqual([
      ['0000:00:06.0', 32, undefined],
      ['0000:00:07.0', 32, undefined],
    ])
    expect(cpu?.children[0]?.gpu).toMatchObject({
      dev: 0,
      rank: 0,
      gdr: true,
      nvlinks: [{ target: 'fffffff:ff:ff.0', count: 18, targetClass: '0x068000' }],
    })
    expect(cpu?.nets).toEqual([expect.objectContaining({ name: 'eth0', gigabitsPerSecond: 10, gdr: false })])
  })

  it('knows a provider file from a dump', () => {
    const value = only(
      '<!--\nA fixed topology\n-->\n<system version="1">\n  <cpu numaid="0" affinity="ff">\n    <pci busid="ffff:ff:01.0" class="0x060400" link_speed="16 GT/s" link_width="16">\n      <pci busid="0003:00:00.0" class="0x030200" link_speed="" link_width="255"/>\n    </pci>\n  </cpu>\n</system>',
      ncclTopologyXml,
    )
    expect(value.partial).toBe(true)
    expect(value.cpus[0]?.children[0]).toMatchObject({
      gigatransfers: 16,
      width: 16,
      children: [{ gigatransfers: undefined, width: undefined }],
    })
  })

  it('keeps a piece out of the middle, tags left open and closed too often', () => {
    const value = only(
      '          <net name="mlx5_7" dev="7" speed="400000" port="1" gdr="0"/>\n        </nic>\n      </pci>\n      <pci busid="0000:ca:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">\n        <gpu dev="7" sm="90" rank="7" gdr="1">\n          <nvlink target="0000:bf:00.0" count="5" tclass="0x068000"/>',
      ncclTopologyXml,
    )
    expect(value.damaged).toBe(true)
    expect(value.cpus[0]).toMatchObject({
      nets: [{ name: 'mlx5_7', gigabitsPerSecond: 400 }],
      children: [{ busId: '0000:ca:00.0', gpu: { rank: 7, nvlinks: [{ count: 5 }] } }],
    })
  })

  it('stops behind the root and bounds deep nesting', () => {
    const deep = `<system version="1">\n${'<pci busid="0000:01:00.0">\n'.repeat(200)}</system>\nnext`
    expect(only(deep, ncclTopologyXml).dropped).toBeGreaterThan(100)
    expect(sections('<system version="1">\n</system>\nother', ncclTopologyXml)[0]?.endLine).toBe(2)
  })

  it('reads graphs, also those that are not possible', () => {
    const value = only(fixture('nccl/nccl-graph.xml'), ncclGraphXml)
    expect(value.graphs.map(({ id, pattern, channels, orders }) => [id, pattern, channels, orders.length])).toEqual([
      [0, 4, 12, 12],
      [1, 1, 12, 12],
      [4, 6, 0, 0],
      [2, 3, 0, 0],
      [3, 5, 0, 0],
    ])
    expect(value.graphs[0]).toMatchObject({ intraType: 'NVL', interType: 'PIX', intraBandwidth: 30 })
    expect(value.graphs[0]?.orders[0]?.hops).toHaveLength(2)
  })
})

describe('RAS', () => {
  const TEXT = `NCCL version 2.28.9 compiled with CUDA 13.0
CUDA runtime version 13000, driver version 13000

Job summary
===========

  Nodes  Processes         GPUs  Processes     GPUs
(total)   per node  per process    (total)  (total)
      2          8            1         16       16

Communicators... (0.01s)
=============

Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
    #  in group  per comm  per node  per comm  in group
    0         8         2         1         2        16   RUNNING      OK
    1         1         2       7-8        15        15   RUNNING  INCOMPLETE

Errors
======

  #1-0 (27a079b828ff1a75) INCOMPLETE
    Missing 1 rank
      Rank 9 -- GPU 1 managed by process 4242 on node gn-a08

Warnings
========

  #0-0 (9f2ab8127c01dd10) MISMATCH
    Communicator ranks have different collective operation counts
`

  it('reads the tables and the problems', () => {
    const value = only(`${TEXT}\n$ next`, ncclRas)
    expect(value).toMatchObject({ ncclVersion: '2.28.9', cudaRuntime: '13000', nodes: 2, processes: 16, gpus: 16 })
    expect(value.communicators.map(({ count, ranks, status, errors }) => [count, ranks, status, errors])).toEqual([
      [8, 2, 'RUNNING', 'OK'],
      [1, 15, 'RUNNING', 'INCOMPLETE'],
    ])
    expect(
      value.problems.filter(({ communicator }) => communicator).map(({ kind, communicator }) => [kind, communicator]),
    ).toEqual([
      ['INCOMPLETE', '27a079b828ff1a75'],
      ['MISMATCH', '9f2ab8127c01dd10'],
    ])
  })

  it('reads the JSON form', () => {
    const value = only(
      JSON.stringify(
        {
          nccl_version: '2.28.9',
          cuda_runtime_version: 13000,
          timestamp: '2026-08-01 10:00:00',
          communicators_count: 1,
          communicators: [
            {
              hash: '0x27a0',
              size: 2,
              ranks_count: 1,
              missing_ranks_count: 1,
              ranks: [{ rank: 0, host: 'gn-a07', pid: 7, status: { init_state: 0, async_error: 0 } }],
              missing_ranks: [{ rank: 1, host: 'gn-a08', status: { unresponsive: true, considered_dead: true } }],
            },
          ],
          ras: { collection_time_sec: 0.1, timeouts_count: 0 },
        },
        null,
        2,
      ),
      ncclRasJson,
    )
    expect(value.communicators).toEqual([expect.objectContaining({ hash: '0x27a0', ranks: 2, missingRanks: 1 })])
    expect(value.problems).toEqual([expect.objectContaining({ kind: 'DEAD', text: 'rank 1 gn-a08' })])
  })
})

describe('Inspector', () => {
  const record = (rank: number, busbw: number): string =>
    `{"header": {"id": "0x7f", "rank": ${rank}, "n_ranks": 8, "nnodes": 1}, "metadata": {"hostname": "gn-a07", "pid": 5200}, "coll_perf": {"coll": "AllReduce", "coll_sn": 1, "coll_msg_size_bytes": 1048576, "coll_exec_time_us": 50, "coll_algobw_gbs": 100, "coll_busbw_gbs": ${busbw}}}`

  it('folds records of one rank and size', () => {
    const value = only(`${record(0, 100)}\n${record(0, 200)}\n${record(1, 50)}\n{"coll_perf": broken`, ncclInspector)
    expect(value.rows).toHaveLength(2)
    expect(value.rows[0]).toMatchObject({
      operation: 'AllReduce',
      size: 1048576,
      rank: 0,
      host: 'gn-a07',
      count: 2,
      busbw: { min: 100, max: 200, mean: 150 },
    })
  })

  it('reads Prometheus samples', () => {
    const labels =
      'node="gn-a07",gpu="GPU0",comm_name="c",n_nodes="1",nranks="8",collective="AllReduce",message_size="4-5GB",algo_proto="RING_SIMPLE"'
    const value = only(
      `# TYPE nccl_bus_bandwidth_gbs gauge\nnccl_bus_bandwidth_gbs{${labels}} 380.5\nnccl_collective_exec_time_microseconds{${labels}} 12000`,
      ncclInspectorPrometheus,
    )
    expect(value.rows).toEqual([
      expect.objectContaining({
        ranks: 8,
        size: '4-5GB',
        busbw: { min: 380.5, max: 380.5, mean: 380.5 },
        time: { min: 12000, max: 12000, mean: 12000 },
      }),
    ])
  })
})
