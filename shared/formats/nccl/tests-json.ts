import { defineBlockFormat, type LineCursor, type Note } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'
import { detach } from '../../segment/detach'
import { entryOf, itemsOf, readJson, textOf, type JsonNode } from '../dcgm/support/json-reader'
import { binaryIn } from './support/collective'
import { versionFromNumber } from './support/library-version'
import { hostsOf, peakOf, workOut } from './support/tests-finish'
import { wasChecked } from './support/tests-infer'
import type { NcclTestsRun, TestsMeasure, TestsOptions, TestsRank, TestsRow } from './tests-types'

const MOST_ROWS = 20_000

/**
 * The file of `-J` (nccl-tests 2.17.3+), one object. Booleans are the strings "true" and "false", root is a padded string, devices[]
 * has one entry a process, and env[] is the whole environment. A run that died leaves the file without its end; what was written
 * is read. Source: nccl-tests src/util.cu.
 */
export const ncclTestsJson = defineBlockFormat<NcclTestsRun>({
  id: 'nccl/tests-json',
  title: 'nccl-tests JSON',
  command: 'all_reduce_perf -b 8 -e 8G -f 2 -g 8 -J FILE',
  example:
    '{"version": 3, "start_time": "2026-11-30 18:20:24", "args": ["./all_reduce_perf", "-g", "8"], "nccl_version": 22809, "results": []}',
  anchors: ['"start_time"', '"alg_bw"'],
  begins(line, _hint, lines) {
    if (line.includes('"alg_bw"') && line.includes('"bus_bw"') && line.includes('"results"')) return true
    if (!line.includes('"start_time"')) return false
    for (let i = 0; i < 4; i++) if (lines.peek(i)?.text.includes('"args"')) return true
    return false
  },
  parse,
})

function parse(lines: LineCursor, note: Note): NcclTestsRun | null {
  const first = lines.peek()
  if (!first) return null
  const { root, complete } = readJson(lines)
  const end = lines.peek()
  if (!complete) note.damaged('the JSON is cut: the run died, or the capture is incomplete')
  const rows = rowsOf(entryOf(root, 'results'))
  const config = entryOf(root, 'config')
  const args = itemsOf(entryOf(root, 'args')).map((item) => detach(textOf(item) ?? ''))
  const rankList = ranksOf(entryOf(config, 'devices'))
  const options = optionsOf(config)
  const named = binaryIn(args[0] ?? '')
  // One entry a process, so the count of entries is the count of processes.
  const groups = 1 + rankList.reduce((highest, rank) => Math.max(highest, rank.group ?? 0), 0)
  const perProcess = (options.threads ?? 1) * (options.gpusPerThread ?? 1)
  const listed = rankList.length === 0 ? undefined : rankList.length * perProcess
  const worked = workOut(rows, named?.collective, listed, groups, undefined, lines.hint.fileName)
  const peak = peakOf(rows)
  const library = entryOf(root, 'nccl_version')
  const libraryText = versionFromNumber(numberOf(library) ?? NaN)
  const average = entryOf(root, 'average_bus_bandwidth')
  const averageValue = numberOf(entryOf(average, 'bandwidth'))
  const averageOkay = textOf(entryOf(average, 'okay'))
  const bounds = entryOf(root, 'out_of_bounds')
  const boundsCount = numberOf(entryOf(bounds, 'count'))
  const ended = word(entryOf(root, 'end_time'))
  return {
    line: first.number,
    endLine: end ? Math.max(first.number, end.number - 1) : lastLine(root, first.number),
    form: 'json',
    rccl: false,
    ncclVersion: library && libraryText ? { value: libraryText, line: library.line } : undefined,
    binary: named ? { value: named.binary, line: entryOf(root, 'args')?.line ?? first.number } : undefined,
    ...worked,
    ranksFrom: worked.ranksFrom === 'list' ? 'config' : worked.ranksFrom,
    options,
    rankList,
    rankListElided: listed !== undefined && rankList.length < listed,
    groups,
    hosts: hostsOf(rankList),
    overlapping: 1,
    layout: {
      wrongColumn: 'wrong',
      groups: rows.some((row) => row.outOfPlace && row.inPlace) || rows.length === 0 ? 2 : 1,
      cpuTime: rows.some((row) => row.cpuTime),
      perIteration: textOf(entryOf(config, 'per_iter_timing')) === 'true',
      timestamp: false,
    },
    rows: rows.map(({ cpuTime: _, ...row }) => row),
    peakBusBandwidth: peak?.busbw,
    peakRow: peak?.row,
    outOfBounds:
      bounds && boundsCount !== undefined
        ? { value: { count: boundsCount, ok: textOf(entryOf(bounds, 'okay')) !== 'false' }, line: bounds.line }
        : undefined,
    checked: rows.some((row) => wasChecked(row.outOfPlace) || wasChecked(row.inPlace)),
    averageBusBandwidth:
      average && averageValue !== undefined ? { value: averageValue, line: average.line } : undefined,
    averageVerdict: averageOkay === 'true' ? 'OK' : averageOkay === 'false' ? 'FAILED' : undefined,
    failures: itemsOf(entryOf(root, 'errors')).flatMap((item) => {
      const text = (textOf(item) ?? '').trim()
      return text === '' ? [] : [{ line: item.line, kind: 'error' as const, text: detach(text) }]
    }),
    environment: environmentOf(entryOf(root, 'env')),
    args,
    startTime: word(entryOf(root, 'start_time')),
    endTime: ended,
    complete: complete && ended !== undefined,
    damaged: !complete,
  }
}

type Row = TestsRow & { readonly cpuTime: boolean }

function rowsOf(results: JsonNode | undefined): readonly Row[] {
  const rows: Row[] = []
  for (const item of itemsOf(results)) {
    const size = numberOf(entryOf(item, 'size'))
    if (size === undefined || rows.length >= MOST_ROWS) continue
    const out = entryOf(item, 'out_of_place')
    const inPlace = entryOf(item, 'in_place')
    const root = Number((textOf(entryOf(item, 'root')) ?? '').trim() || NaN)
    rows.push({
      line: item.line,
      endLine: inPlace?.line ?? item.line,
      size,
      count: numberOf(entryOf(item, 'count')),
      type: word(entryOf(item, 'type')),
      redop: word(entryOf(item, 'redop')),
      root: Number.isInteger(root) ? root : undefined,
      outOfPlace: measureOf(out, entryOf(item, 'out_of_place_per_iter')),
      inPlace: measureOf(inPlace, entryOf(item, 'in_place_per_iter')),
      cpuTime: entryOf(out, 'cpu_time') !== undefined || entryOf(inPlace, 'cpu_time') !== undefined,
    })
  }
  return rows
}

function measureOf(node: JsonNode | undefined, each: JsonNode | undefined): TestsMeasure | undefined {
  const time = numberOf(entryOf(node, 'time')) ?? numberOf(entryOf(node, 'cpu_time'))
  const algbw = numberOf(entryOf(node, 'alg_bw'))
  const busbw = numberOf(entryOf(node, 'bus_bw'))
  if (time === undefined || algbw === undefined || busbw === undefined) return undefined
  const base = { time, algbw, busbw, wrong: numberOf(entryOf(node, 'nwrong')) ?? null }
  const [min, max, p99, variation] = ['min_us', 'max_us', 'p99_us', 'cv_pct'].map((key) => numberOf(entryOf(each, key)))
  if (min === undefined || max === undefined || p99 === undefined || variation === undefined) return base
  return { ...base, iterations: { min, max, p99, variation } }
}

function optionsOf(config: JsonNode | undefined): TestsOptions {
  const factor = numberOf(entryOf(config, 'step_factor'))
  const bytes = numberOf(entryOf(config, 'step_bytes'))
  const validation = numberOf(entryOf(config, 'validation'))
  return {
    line: config?.line,
    threads: numberOf(entryOf(config, 'nthreads')),
    gpusPerThread: numberOf(entryOf(config, 'ngpus')),
    minBytes: numberOf(entryOf(config, 'minimum_bytes')),
    maxBytes: numberOf(entryOf(config, 'maximum_bytes')),
    step: factor ?? bytes,
    stepKind: factor !== undefined ? 'factor' : bytes !== undefined ? 'bytes' : undefined,
    warmup: numberOf(entryOf(config, 'warmup_iters')),
    iterations: numberOf(entryOf(config, 'iterations')),
    aggregated: numberOf(entryOf(config, 'aggregated_iterations')),
    validation: validation === undefined ? undefined : validation > 0,
    graph: numberOf(entryOf(config, 'graph')),
    blocking: textOf(entryOf(config, 'blocking_collectives')) === 'true',
    parallelInit: textOf(entryOf(config, 'parallel_init')) === 'true',
    perIteration: textOf(entryOf(config, 'per_iter_timing')) === 'true',
  }
}

function ranksOf(devices: JsonNode | undefined): readonly TestsRank[] {
  return itemsOf(devices).flatMap((item) => {
    const rank = numberOf(entryOf(item, 'rank'))
    if (rank === undefined) return []
    const bus = textOf(entryOf(item, 'device_hex'))
    return [
      {
        line: item.line,
        rank,
        group: numberOf(entryOf(item, 'group')),
        pid: numberOf(entryOf(item, 'pid')),
        host: word(entryOf(item, 'hostname')) ?? '',
        device: numberOf(entryOf(item, 'device')),
        busId: bus?.includes(':') ? normaliseBusId(bus) : undefined,
        bus: bus === undefined ? undefined : detach(bus),
        gpuName: word(entryOf(item, 'device_info')) ?? '',
      },
    ]
  })
}

function environmentOf(env: JsonNode | undefined): NcclTestsRun['environment'] {
  return itemsOf(env).flatMap((item) => {
    const text = textOf(item) ?? ''
    const at = text.indexOf('=')
    return at > 0 ? [{ name: detach(text.slice(0, at)), value: detach(text.slice(at + 1)), line: item.line }] : []
  })
}

function word(node: JsonNode | undefined): string | undefined {
  const text = textOf(node)?.trim()
  return text === undefined || text === '' ? undefined : detach(text)
}

/** Numbers come bare or as strings; `nan` and `inf` are no numbers. */
function numberOf(node: JsonNode | undefined): number | undefined {
  const text = textOf(node)?.trim()
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

function lastLine(node: JsonNode, line: number): number {
  let last = Math.max(line, node.line)
  if (node.kind === 'array') for (const item of node.items) last = Math.max(last, lastLine(item, last))
  if (node.kind === 'object') for (const entry of node.entries) last = Math.max(last, lastLine(entry.value, last))
  return last
}
