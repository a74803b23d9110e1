import { defineStreamFormat, type Line, type StreamReader } from '../../model/format'
import { detach } from '../../segment/detach'
import type { NcclInspector } from './inspector-types'
import { InspectorRows, type Measured } from './support/inspector-rows'

// nccl_bus_bandwidth_gbs{version="v5",node="gn-a07",gpu="GPU0",collective="AllReduce",message_size="4-5GB"} 380.5
const SAMPLE =
  /^(nccl_(?:p2p_)?(?:bus_bandwidth_gbs|collective_exec_time_microseconds|exec_time_microseconds|algo_bandwidth_gbs|algorithm_bandwidth_gbs))\{([^}]{0,4000})\}\s+(\S{1,40})/
const LABEL = /([a-z_]{1,40})="([^"]{0,400})"/g

/** Inspector's Prometheus mode. `message_size` is a bucket text, not bytes. */
export const ncclInspectorPrometheus = defineStreamFormat<NcclInspector>({
  id: 'nccl/inspector-prometheus',
  title: 'NCCL Inspector metrics',
  command: 'NCCL_INSPECTOR_PROM_DUMP=1',
  example:
    'nccl_bus_bandwidth_gbs{node="gn-a07",gpu="GPU0",nranks="8",collective="AllReduce",message_size="4-5GB"} 380.5',
  anchors: ['nccl_bus_bandwidth_gbs', 'nccl_collective_exec_time', 'nccl_p2p_', 'nccl_algo'],
  reader: () => new Reader(),
})

class Reader implements StreamReader<NcclInspector> {
  readonly #rows = new InspectorRows()

  take(line: Line): object | null {
    const text = line.text.trim()
    // # HELP and # TYPE lines name the metric too.
    if (text.startsWith('#')) return /^# (?:HELP|TYPE) nccl_/.test(text) ? {} : null
    const found = SAMPLE.exec(text)
    if (!found) return null
    const labels = new Map([...(found[2] ?? '').matchAll(LABEL)].map((label) => [label[1] ?? '', label[2] ?? '']))
    const name = found[1] ?? ''
    const measured: Measured = name.includes('exec_time') ? 'time' : name.includes('bus_bandwidth') ? 'busbw' : 'algbw'
    this.#rows.add(
      {
        communicator: label(labels, 'comm_name'),
        ranks: count(labels, 'nranks'),
        nodes: count(labels, 'n_nodes'),
        host: label(labels, 'node'),
        gpu: label(labels, 'gpu'),
        operation: label(labels, 'collective') ?? label(labels, 'p2p_operation') ?? 'unknown',
        size: label(labels, 'message_size') ?? 'unknown',
        algorithm: label(labels, 'algo_proto'),
      },
      line.number,
      [[measured, Number(found[3])]],
      measured !== 'time',
    )
    return {}
  }

  close(): NcclInspector | null {
    return this.#rows.value('prometheus')
  }
}

function label(labels: ReadonlyMap<string, string>, name: string): string | undefined {
  const value = labels.get(name)
  return value === undefined || value === '' ? undefined : detach(value)
}

function count(labels: ReadonlyMap<string, string>, name: string): number | undefined {
  const value = labels.get(name)
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}
