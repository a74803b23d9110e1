import { busIdFromNccl } from '../../../model/pci-id'
import { detach } from '../../../segment/detach'
import type { LogBuilder } from './builder'
import { processKey } from './fold'
import type { Frame } from './frame'
import type { Topic } from './topic'

/** What NCCL says of the GPU's surroundings: multicast, NVLink fabric, CPU affinity, network devices per rank, versions. */
export const fabricTopics: readonly Topic[] = [
  { starts: ['NVLS multicast support'], read: readNvls },
  { starts: ['MNNVL '], read: readMnnvl },
  { starts: ['Setting affinity for ', 'ncclTopoGetCpuAffinity: Affinity for GPU '], read: readAffinity },
  { starts: ['Local Net device counts'], read: readNetCounts },
  { starts: ['cudaDriverVersion '], read: readDriver },
  { starts: ['NCCL version ', 'NCCL git version '], read: readVersion },
]

// NVLS multicast support is [not ]available on dev 0 (NVLS_NCHANNELS 16)
function readNvls(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = /^NVLS multicast support is (not )?available on dev (\d{1,4})(?:.*NVLS_NCHANNELS (\d{1,4}))?/.exec(text)
  if (!found) return false
  log.nvls.add(`${frame.host}|${found[0]}`, frame, () => ({
    gpu: Number(found[2]),
    available: found[1] === undefined,
    channels: found[3] === undefined ? undefined : Number(found[3]),
  }))
  return true
}

// MNNVL busId 0x801000 fabric UUID 51c3b15bc2cd192b.3e2d9b5473fb5b93 cliqueId 0x7ffe state 3 healthMask 0xaa
const MNNVL =
  /^MNNVL busId (0x[0-9a-f]{1,12}) fabric UUID (\S{1,80}) cliqueId (0x[0-9a-f]{1,16}) state (\d{1,4})(?: healthMask (0x[0-9a-f]{1,16}))?/

function readMnnvl(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = MNNVL.exec(text)
  if (!found) return false
  log.fabrics.add(`${frame.host}|${found[0]}`, frame, () => ({
    busId: busIdFromNccl(found[1] ?? ''),
    uuid: detach(found[2] ?? ''),
    cliqueId: detach(found[3] ?? ''),
    state: Number(found[4]),
    healthMask: found[5] === undefined ? undefined : detach(found[5]),
  }))
  return true
}

// Setting affinity for GPU 0 to ffff,00000000,0000ffff        (2.27: a CPU list)
// ncclTopoGetCpuAffinity: Affinity for GPU 0 is 0-31. (GPU affinity = 0-31 ; CPU affinity = 0-63).
// ncclTopoGetCpuAffinity: Affinity for GPU 0 is empty, ignoring. (GPU affinity =  ; CPU affinity = 0-31).
function readAffinity(text: string, frame: Frame, log: LogBuilder): boolean {
  const found =
    /^(?:Setting affinity for|ncclTopoGetCpuAffinity: Affinity for) \w{1,20} (\d{1,4}) (?:to|is) (empty|[\da-fA-F,-]*)/.exec(
      text,
    )
  if (!found) return false
  const cpus = (found[2] ?? '').replace(/,$/, '')
  const setting = text.startsWith('Setting')
  log.affinities.add(`${frame.host}|${found[1] ?? ''}|${cpus}`, frame, () => {
    const gpu = Number(found[1])
    if (cpus === 'empty' || cpus === '') return { gpu, form: 'empty' as const, cpus: '', cpuCount: undefined }
    const mask = setting && isMask(cpus)
    return {
      gpu,
      form: mask ? ('mask' as const) : ('ranges' as const),
      cpus: detach(cpus),
      cpuCount: mask ? maskCount(cpus) : rangeCount(cpus),
    }
  })
  return true
}

/** Words of a mask are hex; a list has ranges, or more than a mask's words would fit. */
function isMask(text: string): boolean {
  if (text.includes('-')) return false
  if (/[a-f]/i.test(text)) return true
  // `0,2,4,6`: a CPU list of 2.27 has small ascending numbers, a mask has words of eight digits behind the first.
  const words = text.split(',')
  return words.length === 1 || words.slice(1).every((word) => word.length === 8)
}

function maskCount(text: string): number {
  let count = 0
  for (const digit of text.replace(/,/g, '')) {
    let value = parseInt(digit, 16)
    for (; value > 0; value >>= 1) count += value & 1
  }
  return count
}

function rangeCount(text: string): number | undefined {
  let count = 0
  for (const part of text.split(',')) {
    const found = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part)
    if (!found) return undefined
    count += found[2] === undefined ? 1 : Math.max(0, Number(found[2]) - Number(found[1]) + 1)
  }
  return count
}

// Local Net device counts across ranks: min 8 max 8
function readNetCounts(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = /min (\d{1,6}) max (\d{1,6})/.exec(text)
  if (!found) return false
  log.netDeviceCounts.add(processKey(frame) + text, frame, () => ({ min: Number(found[1]), max: Number(found[2]) }))
  return true
}

function readDriver(text: string, frame: Frame, log: LogBuilder): boolean {
  const version = /^cudaDriverVersion (\d{1,6})/.exec(text)?.[1]
  if (version === undefined) return false
  log.cudaDriverVersions.add(processKey(frame) + version, frame, () => ({ version: Number(version) }))
  return true
}

// NCCL version 2.26.6+cudaCUDA_MAJOR.CUDA_MINOR      NCCL git version master 3619159
function readVersion(text: string, frame: Frame, log: LogBuilder): boolean {
  const git = /^NCCL git version (.{1,120})$/.exec(text)?.[1]?.trim()
  if (git !== undefined) {
    log.versions.add(`${processKey(frame)}git|${git}`, frame, () => ({ version: '', git: detach(git) }))
    return true
  }
  return readLibraryVersion(text.slice('NCCL version '.length), frame, log)
}

export function readLibraryVersion(text: string, frame: Frame, log: LogBuilder): boolean {
  const version = /^\d{1,3}\.\d{1,3}\S{0,80}/.exec(text)?.[0]
  if (version === undefined) return false
  log.versions.add(processKey(frame) + version, frame, () => ({ version: detach(version) }))
  return true
}
