/** Builds the text of a topology matrix as a driver prints it, and the damages that copies come with. */

export interface TopoPlan {
  readonly gpus: number
  readonly nics: number
  readonly nv: string
  /** Third affinity column (R535 and later). */
  readonly gpuNuma?: boolean
  readonly cpu?: readonly [string, string]
}

export function cellsOf(plan: TopoPlan): string[][] {
  const total = plan.gpus + plan.nics
  const socket = (i: number) =>
    i < plan.gpus ? Math.floor((i * 2) / plan.gpus) : Math.floor(((i - plan.gpus) * 2) / Math.max(1, plan.nics))
  return Array.from({ length: total }, (_, i) =>
    Array.from({ length: total }, (_, j) => {
      if (i === j) return 'X'
      if (i < plan.gpus && j < plan.gpus) return plan.nv
      return socket(i) === socket(j) ? (i % 3 === j % 3 ? 'PIX' : 'NODE') : 'SYS'
    }),
  )
}

export function namesOf(plan: TopoPlan): string[] {
  return [
    ...Array.from({ length: plan.gpus }, (_, i) => `GPU${i}`),
    ...Array.from({ length: plan.nics }, (_, i) => `NIC${i}`),
  ]
}

export function topoText(plan: TopoPlan): string {
  const names = namesOf(plan)
  const cells = cellsOf(plan)
  const [low, high] = plan.cpu ?? ['0-47,96-143', '48-95,144-191']
  const titles = ['CPU Affinity', 'NUMA Affinity', ...(plan.gpuNuma === false ? [] : ['GPU NUMA ID'])]
  const rows = names.map((name, i) => {
    const line = `${name}\t${(cells[i] ?? []).map((cell) => (cell === 'X' ? ' X ' : cell)).join('\t')}`
    if (i >= plan.gpus) return `${line}\t`
    const far = i * 2 >= plan.gpus
    return `${line}\t${far ? high : low}\t${far ? 1 : 0}${plan.gpuNuma === false ? '' : '\t\tN/A'}`
  })
  const legend = ['', 'Legend:', '', ...LEGEND]
  const nicLegend =
    plan.nics > 0
      ? ['', 'NIC Legend:', '', ...Array.from({ length: plan.nics }, (_, i) => `  NIC${i}: mlx5_${i + 2}`)]
      : []
  return [`\t${[...names, ...titles].join('\t')}`, ...rows, ...legend, ...nicLegend, ''].join('\n')
}

const LEGEND = [
  '  X    = Self',
  '  SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes (e.g., QPI/UPI)',
  '  NODE = Connection traversing PCIe as well as the interconnect between PCIe Host Bridges within a NUMA node',
  '  PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)',
  '  PXB  = Connection traversing multiple PCIe bridges (without traversing the PCIe Host Bridge)',
  '  PIX  = Connection traversing at most a single PCIe bridge',
  '  NV#  = Connection traversing a bonded set of # NVLinks',
]

export function expandTabs(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      let out = ''
      for (const char of line) out += char === '\t' ? ' '.repeat(8 - (out.length % 8)) : char
      return out
    })
    .join('\n')
}

/** A terminal of `width` columns: longer lines go on below. */
export function hardWrap(text: string, width: number, trim: boolean): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const parts: string[] = []
      for (let i = 0; i === 0 || i < line.length; i += width) parts.push(line.slice(i, i + width))
      return trim ? parts.map((part) => part.trimEnd()) : parts
    })
    .join('\n')
}

/** A mail program: breaks at blanks, at most `width` columns. */
export function softWrap(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const parts: string[] = []
      let rest = line
      while (rest.length > width) {
        const at = rest.lastIndexOf(' ', width)
        if (at <= 0) break
        parts.push(rest.slice(0, at).trimEnd())
        rest = rest.slice(at + 1).trimStart()
      }
      return [...parts, rest]
    })
    .join('\n')
}

/** The separator that ends at `column` is lost in the header and in every row. */
export function glueAt(text: string, column: number): string {
  return text
    .split('\n')
    .map((line) => {
      let at = column
      while (at > 0 && line.charAt(at - 1) === ' ') at--
      return line.length > column && at < column ? line.slice(0, at) + line.slice(column) : line
    })
    .join('\n')
}
