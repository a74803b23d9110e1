import { defineStreamFormat, type Line, type StreamReader } from '../../model/format'
import { detach } from '../../segment/detach'
import type { NcclInspector } from './inspector-types'
import { InspectorRows } from './support/inspector-rows'

const LONGEST = 200_000

/** The Inspector profiler plugin (NCCL 2.28+): one JSON object a line and collective, in a file a process. Source: ext-profiler/inspector. */
export const ncclInspector = defineStreamFormat<NcclInspector>({
  id: 'nccl/inspector',
  title: 'NCCL Inspector',
  command: 'NCCL_PROFILER_PLUGIN=libnccl-profiler-inspector.so',
  example:
    '{"header": {"id": "0x7f8c496ae9f661", "rank": 2, "n_ranks": 8, "nnodes": 1}, "coll_perf": {"coll": "AllReduce", "coll_sn": 1, "coll_msg_size_bytes": 17179869184, "coll_exec_time_us": 61974, "coll_algobw_gbs": 277.210914, "coll_busbw_gbs": 485.119099}}',
  anchors: ['"coll_perf"', '"p2p_perf"'],
  reader: () => new Reader(),
})

class Reader implements StreamReader<NcclInspector> {
  readonly #rows = new InspectorRows()

  take(line: Line): object | null {
    const start = line.text.indexOf('{')
    if (start < 0 || line.text.length > LONGEST) return null
    const record = parsed(line.text.slice(start).trim().replace(/,$/, ''))
    const perf = objectIn(record, 'coll_perf') ?? objectIn(record, 'p2p_perf')
    if (!perf) return null
    const header = objectIn(record, 'header')
    const operation = text(perf['coll']) ?? text(perf['p2p'])
    const size = number(perf['coll_msg_size_bytes']) ?? number(perf['p2p_msg_size_bytes'])
    if (operation === undefined || size === undefined) return null
    const metadata = objectIn(record, 'metadata')
    this.#rows.add(
      {
        communicator: text(header?.['id']),
        rank: number(header?.['rank']),
        ranks: number(header?.['n_ranks']),
        nodes: number(header?.['nnodes']),
        host: text(metadata?.['hostname']),
        operation,
        size,
        timing: text(perf['coll_timing_source']) ?? text(perf['p2p_timing_source']),
      },
      line.number,
      [
        ['algbw', number(perf['coll_algobw_gbs']) ?? number(perf['p2p_algobw_gbs']) ?? NaN],
        ['busbw', number(perf['coll_busbw_gbs']) ?? number(perf['p2p_busbw_gbs']) ?? NaN],
        ['time', number(perf['coll_exec_time_us']) ?? number(perf['p2p_exec_time_us']) ?? NaN],
      ],
    )
    return {}
  }

  close(): NcclInspector | null {
    return this.#rows.value('json')
  }
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(source: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(source)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

function objectIn(fields: Fields | undefined, key: string): Fields | undefined {
  const value = fields?.[key]
  return isFields(value) ? value : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? detach(value) : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
