import type { PerftestRow } from '../bench-types'

export interface ResultColumn {
  readonly name:
    'bytes' | 'iterations' | 'peak' | 'average' | 'rate' | 'min' | 'max' | 'typical' | 'avg' | 'p99' | 'p999' | 'other'
  /** Factor to GB/s for bandwidths. */
  readonly factor?: number
}

const COLUMN =
  /#bytes|#iterations|BW peak\[([^\]]{1,12})\]|BW average\[([^\]]{1,12})\]|MsgRate\[\w+\]|t_(\w+)\[usec\]|([\d.]+)% percentile\[usec\]|tps average|[A-Za-z_]+\[[^\]]{1,10}\]/g

// #bytes     #iterations    BW peak[MiB/sec]    BW average[MiB/sec]   MsgRate[Mpps]
export function readHeader(
  text: string,
): { readonly columns: readonly ResultColumn[]; readonly unit?: string } | undefined {
  if (!text.includes('#bytes')) return undefined
  const columns: ResultColumn[] = []
  let unit: string | undefined
  for (const found of text.matchAll(COLUMN)) {
    const [word, peak, average, t, percentile] = found
    if (word === '#bytes') columns.push({ name: 'bytes' })
    else if (word === '#iterations') columns.push({ name: 'iterations' })
    else if (peak !== undefined || average !== undefined) {
      unit = peak ?? average
      columns.push({ name: peak !== undefined ? 'peak' : 'average', factor: factorOf(unit ?? '') })
    } else if (word.startsWith('MsgRate')) columns.push({ name: 'rate' })
    else if (t !== undefined)
      columns.push({ name: t === 'min' || t === 'max' || t === 'typical' || t === 'avg' ? t : 'other' })
    else if (percentile !== undefined)
      columns.push({ name: percentile === '99' ? 'p99' : percentile === '99.9' ? 'p999' : 'other' })
    else columns.push({ name: 'other' })
  }
  return columns.length >= 3 && columns[0]?.name === 'bytes' ? { columns, unit } : undefined
}

/** GB/s per unit: MB/sec of older releases are 2^20 bytes too. */
function factorOf(unit: string): number | undefined {
  if (/^M(?:i?)B\/sec$/.test(unit)) return 1.048576e-3
  if (/^Gb\/sec$/.test(unit)) return 1 / 8
  return /^G(?:i?)B\/sec$/.test(unit) ? 1.073741824 : undefined
}

export function readResult(text: string, columns: readonly ResultColumn[]): Omit<PerftestRow, 'line'> | undefined {
  const words = text.trim().split(/\s+/)
  if (
    words.length < 3 ||
    words.length > columns.length ||
    !words.every((word) => /^-?(?:\d+(?:\.\d+)?|inf|nan)$/.test(word))
  )
    return undefined
  const value = (name: ResultColumn['name']): number | undefined => {
    const index = columns.findIndex((column) => column.name === name)
    const number = index < 0 || words[index] === undefined ? NaN : Number(words[index])
    if (!Number.isFinite(number)) return undefined
    const factor = columns[index]?.factor
    if (name !== 'peak' && name !== 'average') return number
    return factor === undefined ? undefined : number * factor
  }
  const size = value('bytes')
  const iterations = value('iterations')
  if (size === undefined || iterations === undefined || !Number.isInteger(size) || !Number.isInteger(iterations))
    return undefined
  const [min, max, typical] = [value('min'), value('max'), value('typical')]
  const peak = value('peak')
  return {
    size,
    iterations,
    // A peak of 0 means that no peak was taken (-D, or many QPs), not that nothing moved.
    peak: peak === 0 ? undefined : peak,
    average: value('average'),
    messageRate: value('rate'),
    latency:
      min === undefined || max === undefined || typical === undefined
        ? undefined
        : { min, max, typical, average: value('avg'), p99: value('p99'), p999: value('p999') },
  }
}
