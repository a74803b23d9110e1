import type { RedactionClass } from './kinds'
import { isTradeWord } from './names'
import { TLD } from './patterns/hosts'
import type { Pattern } from './patterns/types'

/** How a line of a NCCL log goes on behind its host; two processes that write at once glue it to whatever stands before. */
const FRAME = '(?=:\\d{1,8}:\\d{1,8} (?:\\[|NCCL ))'

/** Values that are known, wherever they stand. */
export function literalPatterns(
  kind: RedactionClass,
  values: readonly string[],
  wholeWord: boolean,
): readonly Pattern[] {
  const sorted = [...new Set(values)].filter((value) => value.length > 1).sort((a, b) => b.length - a.length)
  // A thousand hosts make one alternation of a size that a regular expression bears; more are split.
  const groups: string[][] = []
  for (const [i, value] of sorted.entries()) {
    const group = groups[Math.floor(i / 500)]
    if (group) group.push(value)
    else groups.push([value])
  }
  return groups.flatMap((group) => {
    const any = group.map(escapeRegExp).join('|')
    // `node-ib0` and `nccl_node.log` hold the name too; the domain behind a host goes with it.
    const domain = kind === 'host' ? `(?:\\.(?:[a-z0-9-]{1,63}\\.){0,5}(?:${TLD})\\b)?` : ''
    // NCCL_P2P_LEVEL is a variable wherever a file is called `level`.
    const outside = kind === 'path' ? '(?<!\\b(?:NCCL|CUDA|NVIDIA|UCX|OMPI|FI|MLX5|NV)_\\w{0,40})' : ''
    const pattern = new RegExp(
      wholeWord ? `(?<![A-Za-z0-9])${outside}(?:${any})(?![A-Za-z0-9])${domain}` : `(?:${any})`,
      'gi',
    )
    // Two processes write on one line: `float sum -1gn-a07:64904:64904 [1] NCCL INFO`.
    const glued = kind === 'host' ? [new RegExp(`(?:${any})${FRAME}`, 'gi')] : []
    return [pattern, ...glued].map((one) => ({ class: kind, pattern: one }))
  })
}

/** Where gn-falcon07 is a machine, gn-falcon12 is one too, though only a list of users names it. */
export function families(hosts: readonly string[]): readonly Pattern[] {
  const stems = hosts.flatMap((host) => {
    const stem = /^(.*[A-Za-z_-])\d{1,6}$/.exec(host.split('.')[0] ?? '')?.[1] ?? ''
    return stem.length > 3 && !stem.split(/[^A-Za-z]+/).every((word) => word === '' || isTradeWord(word)) ? [stem] : []
  })
  if (stems.length === 0) return []
  const any = [...new Set(stems)].map(escapeRegExp).join('|')
  return [{ class: 'host', pattern: new RegExp(`(?<![A-Za-z0-9])(?:${any})\\d{1,6}(?![A-Za-z0-9])`, 'gi') }]
}

/** `HOST:PID:TID [0] NCCL INFO`, `Pid 4711 on HOST device 0`, `HOST: Test NCCL failure`, ` .. HOST pid 4711: Test failure` */
export function hostInPlace(host: string): Pattern {
  const name = escapeRegExp(host)
  const places = [
    // A name by itself: a field of a session, an answer of `hostname`; ids name their node behind a sign.
    `^${name}$`,
    `(?<=@)${name}(?![A-Za-z0-9._-])`,
    `${name}${FRAME}`,
    `(?<=\\bon {1,30})${name}(?= {1,8}device )`,
    `(?<![A-Za-z0-9._-])${name}(?=: Test (?:NCCL|CUDA)| pid \\d)`,
  ]
  return { class: 'host', pattern: new RegExp(places.join('|'), 'g') }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
