import { hostname } from '../formats/host/hostname'
import { kernelLog } from '../formats/host/kernel-log'
import { uname } from '../formats/host/uname'
import { ncclLog } from '../formats/nccl/log'
import { ncclTests } from '../formats/nccl/tests'
import { ncclTestsJson } from '../formats/nccl/tests-json'
import { queryCsv } from '../formats/nvidia-smi/query-csv'
import type { Format, Parsed } from '../model/format'

const keys = new Map<string, string>()
const MOST_KEYS = 20_000

/** `node07.example.net` and `NODE07` are one host; addresses keep their dots. Every line of a log over many hosts asks: kept. */
export function hostKey(host: string): string {
  const known = keys.get(host)
  if (known !== undefined) return known
  const lower = host.toLowerCase()
  const key = /^\d+\.\d+\.\d+\.\d+$/.test(lower) ? lower : (lower.split('.')[0] ?? lower)
  if (keys.size < MOST_KEYS) keys.set(host, key)
  return key
}

/** Docker's default host name: it names a container, not a machine. */
export function isContainerId(host: string): boolean {
  return /^[0-9a-f]{12}$/.test(host)
}

function valueOf<T>(section: Parsed, format: Format<T>): T | undefined {
  return section.format === format.id && section.value !== null ? (section.value as T) : undefined
}

/** Hosts that the text of a section names for certain: `uname`, `hostname`, the head of a bug report, a journal. */
export function hostsInText(section: Parsed): readonly string[] {
  const names = [
    valueOf(section, uname)?.hostname.value,
    valueOf(section, hostname)?.hostname.value,
    valueOf(section, queryCsv)?.hostname?.value,
    ...(valueOf(section, kernelLog)?.hosts ?? []),
  ]
  return names.filter((name): name is string => name !== undefined && name !== '' && name !== 'localhost')
}

/** Hosts of the ranks of a log or a run: one section may span many. */
export function hostsOfRanks(section: Parsed): readonly string[] {
  const log = valueOf(section, ncclLog)
  if (log)
    return distinct(log.processes.map((process) => process.host).concat(log.communicators.map((line) => line.host)))
  const run = valueOf(section, ncclTests) ?? valueOf(section, ncclTestsJson)
  return run ? distinct([...run.hosts]) : []
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== '' && name !== 'localhost'))]
}
