import { defineBlockFormat } from '../../model/format'
import { beginsNvlink, byLink, mapLinks, takeNvlink } from './support/nvlink-blocks'
import { NVLINK_ANCHORS } from './support/nvlink-lines'
import type { NvlinkCapture, NvlinkThroughputLink, NvlinkTraffic } from './support/nvlink-types'

/**
 * `nvidia-smi nvlink -gt d` (payload), `-gt r` (raw), and the counters of old `-g`. Cumulative since the driver was loaded.
 *
 *     <TAB> Link 0: Data Tx: 5863784 KiB
 *     <TAB> Link 0: Rx0: 51 KBytes, Tx0: 51 KBytes
 */
export const nvlinkThroughput = defineBlockFormat<NvlinkCapture<NvlinkThroughputLink>>({
  id: 'nvidia-smi/nvlink-throughput',
  title: 'NVLink traffic counters',
  command: 'nvidia-smi nvlink -gt d',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)\n\t Link 0: Data Tx: 5863784 KiB',
  anchors: NVLINK_ANCHORS,
  begins: (line, hint, lines) => beginsNvlink('throughput', line, hint, lines),
  parse(lines, note) {
    const block = takeNvlink(lines, note, 'throughput')
    return (
      block &&
      mapLinks(block, (gpu) =>
        byLink(gpu, (link) => trafficOf(link.text, link.line.number), note).map(({ entries, ...link }) => ({
          ...link,
          counters: entries.flat(),
        })),
      )
    )
  },
})

const READING = /(?:(Data|Raw) )?([TR])x\d?: (\d{1,20}) K(?:i?B|Bytes)/g

function trafficOf(text: string, line: number): readonly NvlinkTraffic[] | null {
  const readings = [...text.matchAll(READING)].map((match): NvlinkTraffic => ({
    kind: match[1] === 'Data' ? 'data' : match[1] === 'Raw' ? 'raw' : 'counter',
    direction: match[2] === 'T' ? 'tx' : 'rx',
    kibibytes: Number(match[3]),
    line,
  }))
  return readings.length > 0 || /N\/A|Not Supported/.test(text) ? readings : null
}
