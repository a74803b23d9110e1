import { defineBlockFormat } from '../../model/format'
import type { Hint, LineCursor, Note } from '../../model/format'
import type { TopologyDevice, TopologyMatrix } from '../../model/topology'
import { isBlank, tidy } from './support/tidy'
import { readCells } from './support/topo-cells'
import { placeRows } from './support/topo-grid'
import { scanHeader, splitRow } from './support/topo-header'
import { takeLegend } from './support/topo-legend'
import type { TopoLegend } from './support/topo-legend'
import { looksLikeP2p } from './support/topo-kind'
import { takeHeader, takeRows } from './support/topo-rows'
import { readTail } from './support/topo-tail'

/**
 * `nvidia-smi topo -m` and `-mp`, R367 to R610. Header of device names, then a row per device:
 *
 *     <TAB>GPU0  GPU1  NIC0  CPU Affinity  NUMA Affinity  GPU NUMA ID
 *     GPU0  X    NV18  PIX   0-31,64-95    0              N/A
 *     NIC0  PIX  SYS    X
 *
 * Cells are read by content, never by column: captures come with glued cells, lost leading blanks, wrapped rows, missing headers.
 */
export const topoMatrix = defineBlockFormat<TopologyMatrix>({
  id: 'nvidia-smi/topo-matrix',
  title: 'Topology matrix',
  command: 'nvidia-smi topo -m',
  example: '\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\nGPU0\t X \tNV18\tPIX\t0-31,64-95\t0\t\tN/A',
  anchors: [
    'GPU0',
    'GPU1',
    'GPU2',
    'GPU3',
    'GPU4',
    'GPU5',
    'GPU6',
    'GPU7',
    'GPU8',
    'GPU9',
    'NICs found in the topology',
  ],
  begins,
  parse,
})

const PREFACE = /^\s*(\d{1,6}) NICs? found in the topology/

function begins(line: string, hint: Hint, lines: LineCursor): boolean {
  if (PREFACE.test(line)) return true
  const at = line.indexOf('GPU')
  if (at < 0 || line.length > 8000) return false
  const header = scanHeader(line)
  if (header) {
    if (looksLikeP2p(hint, lines)) return false
    return header.cpu || rowAhead(lines, header.cutInTitle === true ? header.columns.length : Infinity)
  }
  // Without a header: two rows, each with one X, the second further right.
  const first = diagonal(line)
  if (first === undefined) return false
  for (let i = 1; i <= 4; i++) {
    const next = lines.peek(i)
    if (!next) return false
    if (isBlank(next.text)) continue
    const second = diagonal(next.text)
    if (second !== undefined) return second > first && !looksLikeP2p(hint, lines)
    if (!/^[\sA-Z0-9,/.-]+$/.test(tidy(next.text))) return false
  }
  return false
}

/** Column of the X in a row of topology cells. */
function diagonal(text: string): number | undefined {
  const row = splitRow(text)
  if (!row || !/^(?:GPU|NIC|mlx)/.test(row.name)) return undefined
  const { cells, tail, damaged } = readCells(row.body, Infinity, new Set())
  const x = cells.indexOf('X')
  // Hand-made matrices have no affinity behind the cells; nvidia-smi's GPU rows always do.
  if (row.name.startsWith('GPU') && !/\d|N\/A/.test(tail)) return undefined
  return x < 0 || damaged || cells.length < 2 ? undefined : x
}

/** A row of the matrix within the next lines; a wrapped header may stand between. */
function rowAhead(lines: LineCursor, columns: number): boolean {
  for (let i = 1; i <= 12; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    const row = splitRow(text)
    if (row) {
      const { cells, tail } = readCells(row.body, Infinity, new Set())
      // More cells than the header has columns, and no affinity: a made-up matrix with a column of its own.
      return cells.includes('X') && (i > 1 || cells.length <= columns || tail.trim() !== '')
    }
    if (!isBlank(text) && !/^[\sA-Za-z0-9_]{1,400}$/.test(text)) return false
  }
  return false
}

function parse(lines: LineCursor, note: Note): TopologyMatrix | null {
  let nicsFound: number | undefined
  const first = lines.peek()
  const preface = PREFACE.exec(first?.text ?? '')
  // A preface alone is not a matrix: nothing may be taken unless one follows.
  if (preface) {
    const gap = isBlank(lines.peek(1)?.text ?? 'x') ? 2 : 1
    const below = lines.peek(gap)?.text ?? ''
    if (!scanHeader(below) && !splitRow(below)) return null
    nicsFound = Number(preface[1])
    for (let i = 0; i < gap; i++) lines.next()
  }
  const header = takeHeader(lines)
  const rows = takeRows(lines, header?.header, note)
  if (!header && rows.length === 0) return null
  const grid = placeRows(rows, header?.header, note)
  if (!grid) return null
  const legend = takeLegend(lines, note)
  if (legend.isP2p) note.remark('the legend is that of -p2p')

  const tails = grid.rows.map((row) => row.tail)
  const devices = grid.columns.map((name): TopologyDevice => {
    const row = grid.rows.find((candidate) => candidate.name === name)
    const device = /^NIC\d/.test(name) ? legend.nics.get(name) : /^GPU\d/.test(name) ? undefined : name
    const base = {
      name,
      kind: /^GPU\d/.test(name) ? ('gpu' as const) : ('nic' as const),
      ...(device !== undefined && { device }),
    }
    if (!row) return base
    if (base.kind === 'nic') return { ...base, line: row.line }
    const tail = readTail(row.tail, header?.header, tails)
    if (tail.damaged) note.remark(`affinity of ${name} is not readable`, { text: row.tail, number: row.line })
    const { cpu, numa, gpuNuma } = tail
    return {
      ...base,
      line: row.line,
      ...(cpu !== undefined && { cpuAffinity: cpu }),
      ...(numa !== undefined && { numaAffinity: numa }),
      ...(gpuNuma !== undefined && { gpuNumaId: gpuNuma }),
    }
  })
  return {
    devices,
    cells: grid.cells,
    form: formOf(grid.cells, devices, legend, lines.hint),
    ...(legend.hasNvLink !== undefined && { legendHasNvLink: legend.hasNvLink }),
    damaged: grid.damaged,
    ...(nicsFound !== undefined && { nicsFound }),
    ...(header && { headerLine: header.line }),
  }
}

/** NV# in the matrix proves -m; then the legend; the command above may belong to something else. */
function formOf(
  cells: readonly (readonly string[])[],
  devices: readonly TopologyDevice[],
  legend: TopoLegend,
  hint: Hint,
): TopologyMatrix['form'] {
  const gpus = devices.flatMap((device, i) => (device.kind === 'gpu' ? [i] : []))
  if (gpus.some((i) => gpus.some((j) => /^NV\d/.test(cells[i]?.[j] ?? '')))) return 'matrix'
  if (legend.hasNvLink !== undefined) return legend.hasNvLink ? 'matrix' : 'matrix-pci'
  const command = hint.command ?? ''
  if (/\btopo(?:logy)?\s.*(?:-mp\b|--matrix_pci)/.test(command)) return 'matrix-pci'
  if (/\btopo(?:logy)?\s.*(?:-m\b|--matrix\b)/.test(command)) return 'matrix'
  return 'unknown'
}
