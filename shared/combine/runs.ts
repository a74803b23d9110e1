import { nvbandwidth } from '../formats/bench/nvbandwidth'
import { nvbandwidthJson } from '../formats/bench/nvbandwidth-json'
import { p2pLatency } from '../formats/bench/p2p-latency'
import { perftest } from '../formats/bench/perftest'
import type { BenchMatrix, Perftest } from '../formats/bench/bench-types'
import { ncclTests } from '../formats/nccl/tests'
import { ncclTestsJson } from '../formats/nccl/tests-json'
import type { NcclTestsRun } from '../formats/nccl/tests-types'
import type { Parsed } from '../model/format'
import type { BandwidthMatrix, Run } from '../model/run'
import { at, of } from './sections'

type Draft = Omit<Run, 'id' | 'nodes' | 'hosts'> & { readonly hosts: readonly string[] }

/** Every benchmark run of the session, in document order. */
export function runsOf(sections: readonly Parsed[], nodesOf: (section: Parsed) => readonly string[]): readonly Run[] {
  const drafts: { readonly section: Parsed; readonly run: Draft }[] = []
  for (const section of [...of(sections, ncclTests), ...of(sections, ncclTestsJson)])
    drafts.push({ section, run: fromTests(section) })
  for (const section of [...of(sections, nvbandwidth), ...of(sections, nvbandwidthJson)]) {
    const { value } = section
    const matrices = value.tests.flatMap((test) =>
      test.matrix ? [{ ...matrixOf(section, test.matrix), title: test.name }] : [],
    )
    const facts: Record<string, string | number> = {}
    for (const test of value.tests) if (test.sum !== undefined) facts[test.name] = test.sum
    drafts.push({
      section,
      run: {
        ...empty(section, 'nvbandwidth'),
        version: value.version?.value,
        hosts: [...new Set(value.devices.flatMap((device) => (device.host ? [device.host] : [])))],
        matrices,
        damaged: value.damaged || section.quality !== 'full',
        failure: value.errors[0] && { value: value.errors[0].value, source: at(section, value.errors[0].line) },
        facts,
      },
    })
  }
  for (const section of of(sections, p2pLatency)) {
    const matrices = section.value.matrices.map((matrix) => matrixOf(section, matrix))
    const { complete, damaged } = section.value
    drafts.push({ section, run: { ...empty(section, 'p2pBandwidthLatencyTest'), matrices, complete, damaged } })
  }
  for (const section of of(sections, perftest)) drafts.push({ section, run: fromPerftest(section) })
  const order = new Map(sections.map((section, i) => [section, i]))
  const placeOf = (section: Parsed): number => order.get(section) ?? 0
  return drafts
    .sort((a, b) => placeOf(a.section) - placeOf(b.section))
    .map(({ section, run }, i) => ({ ...run, id: `r${i + 1}`, nodes: nodesOf(section) }))
}

function empty(section: Parsed, kind: Run['kind']): Draft {
  return {
    kind,
    source: at(section, section.line, section.endLine),
    command: section.hint.command,
    rankList: [],
    hosts: [],
    rows: [],
    matrices: [],
    complete: true,
    damaged: section.quality !== 'full',
    facts: {},
  }
}

function fromTests(section: Parsed<NcclTestsRun>): Draft {
  const { value } = section
  const rows = value.rows.map((row) => ({
    size: row.size,
    count: row.count,
    type: row.type,
    redop: row.redop,
    root: row.root,
    outOfPlace: row.outOfPlace,
    inPlace: row.inPlace,
    source: at(section, row.line, row.endLine),
  }))
  const failure = value.failures[0]
  return {
    ...empty(section, 'nccl-tests'),
    collective: value.collective,
    collectiveInferred: value.collectiveInferred || undefined,
    version: value.version?.value,
    ncclVersion: value.ncclVersion && { value: value.ncclVersion.value, source: at(section, value.ncclVersion.line) },
    ranks: value.ranks,
    rankList: value.rankList.map((rank) => ({
      rank: rank.rank,
      group: rank.group,
      pid: rank.pid,
      host: rank.host,
      device: rank.device,
      busId: rank.busId,
      gpuName: rank.gpuName === '' ? undefined : rank.gpuName,
      source: at(section, rank.line),
    })),
    hosts: value.hosts,
    rows,
    peakBusBandwidth: value.peakBusBandwidth,
    peakRow: value.peakRow === undefined ? undefined : rows[value.peakRow],
    averageBusBandwidth: value.averageBusBandwidth && {
      value: value.averageBusBandwidth.value,
      source: at(section, value.averageBusBandwidth.line),
    },
    outOfBounds: value.outOfBounds && { value: value.outOfBounds.value, source: at(section, value.outOfBounds.line) },
    iterations: value.options.iterations,
    validation: value.checked,
    failure: failure && { value: failure.text, source: at(section, failure.line) },
    complete: value.complete,
    damaged: value.damaged,
  }
}

function fromPerftest(section: Parsed<Perftest>): Draft {
  const { value } = section
  const facts: Record<string, string | number> = { operation: value.operation, measures: value.measures }
  if (value.device) facts['device'] = value.device.value
  if (value.linkType) facts['linkType'] = value.linkType.value
  if (value.mtu) facts['mtuBytes'] = value.mtu.value
  if (value.gidIndex) facts['gidIndex'] = value.gidIndex.value
  if (value.gpu) facts['gpu'] = value.gpu.value
  facts['bidirectional'] = value.bidirectional ? 1 : 0
  const best = value.rows.reduce((peak, row) => Math.max(peak, row.average ?? 0), 0)
  if (best > 0) facts['averageGBps'] = best
  const failure = value.failures[0]
  return {
    ...empty(section, 'perftest'),
    facts,
    failure: failure && { value: failure.value, source: at(section, failure.line) },
    damaged: value.damaged,
  }
}

function matrixOf(section: Parsed, matrix: BenchMatrix): BandwidthMatrix {
  const { title, unit, rowLabels, columnLabels, values } = matrix
  return { title, unit, rowLabels, columnLabels, values, source: at(section, matrix.line, matrix.endLine) }
}
