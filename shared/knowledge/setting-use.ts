import type { Job } from '../model/jobs'
import { isLevel } from './nccl-values'
import { findVariable } from './nccl-variables'

/**
 * Whether NCCL read a variable in a job. `read`: the log echoes it. `not-read`: the log shows such echoes, the job got far enough, and
 * this one is not among them; `due` says that init reads it in every such job, so that the process cannot have had it.
 */
export type SettingUse =
  { readonly state: 'read' } | { readonly state: 'not-read'; readonly due: boolean } | { readonly state: 'unknown' }

const unknown: SettingUse = { state: 'unknown' }

export function settingUse(name: string, value: string, job: Job): SettingUse {
  const echoed = job.communicators.some((communicator) => communicator.settings.some((one) => one.name === name))
  if (echoed) return { state: 'read' }
  if (!showsSettings(job) || !started(job)) return unknown
  const variable = findVariable(name)
  if (!variable) return name.startsWith('NCCL_') ? { state: 'not-read', due: false } : unknown
  if (variable.echo === 'never' || variable.reader !== undefined || value === '') return unknown
  if (variable.echo === 'only-one') {
    if (value !== '1') return unknown
    return hasPeers(job) ? { state: 'not-read', due: true } : unknown
  }
  switch (variable.readAtInit) {
    case 'always':
      return { state: 'not-read', due: true }
    case 'several-ranks':
      return { state: 'not-read', due: job.communicators.some((communicator) => communicator.rankCount > 1) }
    case 'if-valid-and-peers':
      // P2P_DISABLE wins over the level, which is then never read; a word that is no level is ignored without an echo.
      if (!isLevel(value) || isEchoed(job, 'NCCL_P2P_DISABLE')) return unknown
      return { state: 'not-read', due: hasPeers(job) }
    case 'rank-0':
      return { state: 'not-read', due: job.communicators.some((one) => one.ranks.some((rank) => rank.rank === 0)) }
    case 'without-comm-id':
      return { state: 'not-read', due: !isEchoed(job, 'NCCL_COMM_ID') }
    case 'if-one-and-peers':
    case 'when-needed':
      return { state: 'not-read', due: false }
  }
}

/** Some variable is echoed, so the ENV subsystem is on: what is not echoed was not read. */
function showsSettings(job: Job): boolean {
  return job.communicators.some((communicator) => communicator.settings.some((one) => one.origin === 'log'))
}

function isEchoed(job: Job, name: string): boolean {
  return job.communicators.some((communicator) => communicator.settings.some((one) => one.name === name))
}

/** Init came to its end, so everything that init reads was read. */
function started(job: Job): boolean {
  return job.communicators.some(
    (communicator) => communicator.channels !== undefined || communicator.ranks.some((rank) => rank.initComplete),
  )
}

/** Two ranks on one host: only then does NCCL look at peer access. */
function hasPeers(job: Job): boolean {
  return job.communicators.some((communicator) => {
    const hosts = communicator.ranks.map((rank) => rank.host)
    return new Set(hosts).size < hosts.length
  })
}
