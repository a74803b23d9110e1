/** Builders of captured text for proofs: what the tools print, made from numbers. */

export function uuid(gpu: number): string {
  const hex = gpu.toString(16).padStart(12, '0')
  return `GPU-10000000-0000-4000-8000-${hex}`
}

/** `nvidia-smi -L`. */
export function gpuList(name: string, count: number): string {
  return lines(Array.from({ length: count }, (_, gpu) => `GPU ${gpu}: ${name} (UUID: ${uuid(gpu)})`))
}

export interface StatusOptions {
  readonly name: string
  readonly gpus: number
  readonly links: number
  readonly rate: string
  /** GPU -> links that are inactive; 'all' prints the sentence. */
  readonly inactive?: Readonly<Record<number, readonly number[] | 'all'>>
  /** `GPU.link` -> another rate. */
  readonly rates?: Readonly<Record<string, string>>
}

/** `nvidia-smi nvlink -s`. */
export function nvlinkStatus({ name, gpus, links, rate, inactive = {}, rates = {} }: StatusOptions): string {
  const out: string[] = []
  for (let gpu = 0; gpu < gpus; gpu++) {
    out.push(`GPU ${gpu}: ${name} (UUID: ${uuid(gpu)})`)
    const dead = inactive[gpu] ?? []
    if (dead === 'all') {
      out.push('NVML: Unable to retrieve NVLink information as all links are inActive')
      continue
    }
    for (let link = 0; link < links; link++) {
      const value = dead.includes(link) ? '<inactive>' : `${rates[`${gpu}.${link}`] ?? rate} GB/s`
      out.push(`\t Link ${link}: ${value}`)
    }
  }
  return lines(out)
}

/** `nvidia-smi nvlink -e` of drivers up to Hopper; counters are `GPU.link` -> [replay, recovery, CRC]. */
export function nvlinkErrors(
  name: string,
  gpus: number,
  links: number,
  counters: Readonly<Record<string, readonly [number, number, number]>> = {},
): string {
  const out: string[] = []
  for (let gpu = 0; gpu < gpus; gpu++) {
    out.push(`GPU ${gpu}: ${name} (UUID: ${uuid(gpu)})`)
    for (let link = 0; link < links; link++) {
      const [replay, recovery, crc] = counters[`${gpu}.${link}`] ?? [0, 0, 0]
      out.push(
        `\t Link ${link}: Replay Errors: ${replay}`,
        `\t Link ${link}: Recovery Errors: ${recovery}`,
        `\t Link ${link}: CRC Errors: ${crc}`,
        '',
      )
    }
  }
  return lines(out)
}

export interface MatrixOptions {
  readonly gpus: number
  /** Token of a GPU pair; called for both directions. */
  readonly pair: (a: number, b: number) => string
  readonly nics?: readonly string[]
  /** Token of GPU and NIC. */
  readonly nic?: (gpu: number, nic: number) => string
  readonly nicPair?: (a: number, b: number) => string
  readonly cpus?: (gpu: number) => string
  readonly numa?: (gpu: number) => string
  /** False: a `topo -mp` legend, without the NV# line. */
  readonly nvLegend?: boolean
  readonly legend?: boolean
}

/** `nvidia-smi topo -m` as R535 and later print it, without the underline codes. */
export function topoMatrix(options: MatrixOptions): string {
  const { gpus, pair, nics = [], nic = () => 'SYS', nicPair = () => 'SYS', nvLegend = true, legend = true } = options
  const cpus = options.cpus ?? ((gpu: number) => (gpu < gpus / 2 ? '0-47' : '48-95'))
  const numa = options.numa ?? ((gpu: number) => (gpu < gpus / 2 ? '0' : '1'))
  const names = [...Array.from({ length: gpus }, (_, gpu) => `GPU${gpu}`), ...nics.map((_, i) => `NIC${i}`)]
  const out = [`\t${names.join('\t')}\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID`]
  for (let row = 0; row < gpus; row++) {
    const cells = names.map((_, column) =>
      column === row ? ' X ' : column < gpus ? pair(row, column) : nic(row, column - gpus),
    )
    out.push(`GPU${row}\t${cells.join('\t')}\t${cpus(row)}\t${numa(row)}\t\tN/A`)
  }
  nics.forEach((_, row) => {
    const cells = names.map((_, column) =>
      column === row + gpus ? ' X ' : column < gpus ? nic(column, row) : nicPair(row, column - gpus),
    )
    out.push(`NIC${row}\t${cells.join('\t')}\t`)
  })
  if (legend) {
    out.push(
      '',
      'Legend:',
      '',
      '  X    = Self',
      '  SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes',
      '  PIX  = Connection traversing at most a single PCIe bridge',
    )
    if (nvLegend) out.push('  NV#  = Connection traversing a bonded set of # NVLinks')
  }
  if (nics.length > 0) out.push('', 'NIC Legend:', '', ...nics.map((device, i) => `  NIC${i}: ${device}`))
  return lines(out)
}

export interface RankOptions {
  readonly host?: string
  readonly gpu: string
  readonly count: number
  /** Ranks of the second half on another host. */
  readonly hosts?: readonly string[]
}

export interface TestsOptions extends RankOptions {
  readonly binary?: string
  readonly redop?: string
  /** size in bytes -> [busbw out of place, busbw in place]. */
  readonly rows: readonly (readonly [number, number, number?])[]
  readonly wrong?: number
  readonly command?: string
  readonly iterations?: number
  readonly version?: string
  /** Lines between the rank list and the table (`NCCL version ...`, log lines). */
  readonly between?: readonly string[]
  readonly average?: number
}

/** nccl-tests text of 2.17 and later. */
export function ncclTests(options: TestsOptions): string {
  const {
    binary = 'all_reduce_perf',
    gpu,
    count,
    host = 'gn-a07',
    redop = 'sum',
    rows,
    wrong = 0,
    iterations = 20,
  } = options
  const factor = binary.startsWith('all_reduce')
    ? (2 * (count - 1)) / count
    : /all_gather|reduce_scatter|alltoall/.test(binary)
      ? (count - 1) / count
      : 1
  const first = rows[0]?.[0] ?? 8
  const last = rows.at(-1)?.[0] ?? 8
  const out = options.command ? [`$ ${options.command}`] : []
  out.push(
    `# nccl-tests version ${options.version ?? '2.17.6'} nccl-headers=22809 nccl-library=22809`,
    `# Collective test starting: ${binary}`,
    `# nThread 1 nGpus ${count} minBytes ${first} maxBytes ${last} step: 2(factor) warmup iters: 1 iters: ${iterations} agg iters: 1 validation: 1 graph: 0`,
    '#',
    '# Using devices',
  )
  for (let rank = 0; rank < count; rank++) {
    const hosts = options.hosts ?? [host]
    const perHost = Math.ceil(count / hosts.length)
    const at = hosts[Math.floor(rank / perHost)] ?? host
    const device = rank % perHost
    out.push(
      `#  Rank ${pad(rank, 2)} Group  0 Pid ${pad(4000 + rank, 6)} on ${pad(at, 10)} device ${pad(device, 2)} [${busOf(device)}] ${gpu}`,
    )
  }
  out.push(...(options.between ?? []))
  out.push(
    '#',
    '#                                                              out-of-place                       in-place          ',
    '#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong ',
    '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)        ',
  )
  for (const [size, outOfPlace, inPlace = outOfPlace] of rows) {
    const cells = [outOfPlace, inPlace].map((busbw) => {
      const algbw = factor > 0 ? busbw / factor : 0
      const time = algbw > 0 ? size / algbw / 1000 : 10
      return `${pad(time.toFixed(2), 9)} ${pad(algbw.toFixed(2), 7)} ${pad(busbw.toFixed(2), 7)} ${pad(wrong, 7)}`
    })
    out.push(`${pad(size, 12)}  ${pad(size / 4, 12)}     float ${pad(redop, 7)}      -1  ${cells.join(' ')}`)
  }
  const average =
    options.average ?? rows.reduce((sum, row) => sum + row[1] + (row[2] ?? row[1]), 0) / Math.max(1, rows.length * 2)
  out.push(
    `# Out of bounds values : ${wrong > 0 ? `${wrong} FAILED` : '0 OK'}`,
    `# Avg bus bandwidth    : ${average.toPrecision(6)} `,
    '#',
    `# Collective test concluded: ${binary}`,
  )
  return lines(out)
}

function busOf(device: number): string {
  return `0000:${(0x10 + device * 8).toString(16).padStart(2, '0')}:00`
}

export interface LogOptions {
  readonly host?: string
  readonly hosts?: readonly string[]
  readonly ranks: number
  readonly version?: string
  readonly network?: string
  /** `NAME` -> value; a number gets the trailing dot that NCCL prints for integers. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** Text behind `via` for the hop of rank r to the next one. */
  readonly via?: (from: number, to: number) => string
  readonly channels?: number
  readonly using?: string
  /** Further INFO texts of rank 0's process. */
  readonly info?: readonly string[]
  /** WARN lines: `FILE:LINE NCCL WARN text`. */
  readonly warn?: readonly string[]
  readonly initComplete?: boolean
  readonly commId?: string
}

/** NCCL_DEBUG=INFO log of one job: init, settings, channels. */
export function ncclLog(options: LogOptions): string {
  const {
    ranks,
    version = '2.28.9+cuda13.0',
    network = 'IB',
    settings = {},
    channels = 24,
    initComplete = true,
    commId = '0xabcdef0123456789',
  } = options
  const hosts = options.hosts ?? [options.host ?? 'gn-a07']
  const perHost = Math.ceil(ranks / hosts.length)
  const hostOf = (rank: number): string => hosts[Math.floor(rank / perHost)] ?? hosts[0] ?? 'gn-a07'
  const frame = (rank: number): string => `${hostOf(rank)}:${1000 + rank}:${2000 + rank} [${rank % perHost}] NCCL INFO`
  const out = [
    `${frame(0)} NCCL version ${version}`,
    `${frame(0)} cudaDriverVersion 13000`,
    `${frame(0)} Bootstrap: Using eth0:192.0.2.10<0>`,
  ]
  for (let rank = 0; rank < ranks; rank++) {
    for (const [name, value] of Object.entries(settings)) {
      out.push(`${frame(rank)} ${name} set by environment to ${value}${typeof value === 'number' ? '.' : ''}`)
    }
    if (options.using !== undefined) out.push(`${frame(rank)} ${options.using}`)
    out.push(`${frame(rank)} Using network ${network}`)
  }
  for (let rank = 0; rank < ranks; rank++) {
    const device = rank % perHost
    const bus = (0x10 + device * 8).toString(16) + '000'
    out.push(
      `${frame(rank)} ncclCommInitRank comm 0x5500${rank}000 rank ${rank} nranks ${ranks} cudaDev ${device} nvmlDev ${device} busId ${bus} commId ${commId} - Init START`,
    )
    out.push(
      `${frame(rank)} comm 0x5500${rank}000 rank ${rank} nRanks ${ranks} nNodes ${hosts.length} localRanks ${perHost} localRank ${device} MNNVL 0`,
    )
  }
  const ring = Array.from({ length: ranks }, (_, i) => i).join(' ')
  for (let channel = 0; channel < Math.min(channels, 4); channel++)
    out.push(`${frame(0)} Channel ${pad0(channel)}/${pad0(channels)} : ${ring}`)
  for (const text of options.info ?? []) out.push(`${frame(0)} ${text}`)
  for (let rank = 0; rank < ranks; rank++) {
    const to = (rank + 1) % ranks
    const via = (
      options.via ?? ((a: number, b: number) => (hostOf(a) === hostOf(b) ? 'P2P/CUMEM' : '[send] NET/IB/0/GDRDMA'))
    )(rank, to)
    const direction = /^\[(?:send|receive)\] /.exec(via)?.[0] ?? ''
    for (let channel = 0; channel < Math.min(channels, 4); channel++) {
      out.push(
        `${frame(rank)} Channel ${pad0(channel)}/0 : ${rank}[${rank % perHost}] -> ${to}[${to % perHost}] ${direction}via ${via.slice(direction.length)}`,
      )
    }
  }
  for (let rank = 0; rank < ranks; rank++)
    out.push(
      `${frame(rank)} ${channels} coll channels, ${channels} collnet channels, 0 nvls channels, 32 p2p channels, 32 p2p channels per peer`,
    )
  for (const text of options.warn ?? []) out.push('', `${hostOf(0)}:1000:2000 [0] ${text}`)
  if (initComplete) {
    for (let rank = 0; rank < ranks; rank++) {
      const device = rank % perHost
      const bus = (0x10 + device * 8).toString(16) + '000'
      out.push(
        `${frame(rank)} ncclCommInitRank comm 0x5500${rank}000 rank ${rank} nranks ${ranks} cudaDev ${device} nvmlDev ${device} busId ${bus} commId ${commId} - Init COMPLETE`,
      )
    }
  }
  return lines(out)
}

/** dmesg lines, seconds since boot counted up from 100. */
export function dmesg(...texts: readonly string[]): string {
  return lines(texts.map((text, i) => `[  ${100 + i}.000000] ${text}`))
}

function pad(value: number | string, width: number): string {
  return String(value).padStart(width)
}

function pad0(value: number): string {
  return String(value).padStart(2, '0')
}

export function lines(list: readonly string[]): string {
  return list.join('\n') + '\n'
}
