import type { Collective } from '../../../model/run'

const BINARIES: Readonly<Record<string, Collective>> = {
  all_reduce: 'all_reduce',
  all_gather: 'all_gather',
  reduce_scatter: 'reduce_scatter',
  broadcast: 'broadcast',
  reduce: 'reduce',
  alltoall: 'alltoall',
  alltoallv: 'alltoallv',
  sendrecv: 'sendrecv',
  scatter: 'scatter',
  gather: 'gather',
  hypercube: 'hypercube',
}

// `./build/all_reduce_perf -b 8`, `broadcast_perf_mpi`
const BINARY =
  /(?:^|[\s/'"=])(all_reduce|all_gather|reduce_scatter|broadcast|reduce|alltoallv|alltoall|sendrecv|scatter|gather|hypercube)_perf(?:_mpi)?(?![\w-])/

/** The nccl-tests binary that a text names, with its collective. */
export function binaryIn(text: string): { readonly binary: string; readonly collective: Collective } | undefined {
  if (!text.includes('_perf')) return undefined
  const found = BINARY.exec(text)
  const collective = found?.[1] === undefined ? undefined : BINARIES[found[1]]
  return collective ? { binary: `${collective}_perf`, collective } : undefined
}

/** Bytes of one element; nccl-tests names, `char` and `int` of NCCL 1. */
const TYPE_BYTES: Readonly<Record<string, number>> = {
  int8: 1,
  uint8: 1,
  char: 1,
  f8e4m3: 1,
  f8e5m2: 1,
  fp8_e4m3: 1,
  fp8_e5m2: 1,
  half: 2,
  bfloat16: 2,
  int32: 4,
  uint32: 4,
  int: 4,
  float: 4,
  int64: 8,
  uint64: 8,
  double: 8,
}

export function typeBytes(type: string | undefined): number | undefined {
  return type === undefined ? undefined : TYPE_BYTES[type]
}

const REDOPS = new Set(['sum', 'prod', 'max', 'min', 'avg', 'mulsum', 'none', 'all'])

export function isRedop(word: string | undefined): boolean {
  return word !== undefined && REDOPS.has(word)
}
