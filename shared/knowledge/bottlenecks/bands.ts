import { diagnosisBands, type DiagnosisKey } from '../diagnosis'
import type { RunFacts } from './context'
import type { BottleneckKey } from './types'

/** What a band of plateaus on one kind of machine usually means, in causes. Healthy bands name none. */
const meanings: Readonly<Partial<Record<DiagnosisKey, readonly BottleneckKey[]>>> = {
  'ring-not-nvls': ['ring-without-nvls'],
  'weak-link-or-thermal': ['lanes-down', 'clocks'],
  'links-down': ['lanes-down'],
  'links-down-or-clocks': ['lanes-down', 'clocks'],
  'channels-protocol-or-partial': ['few-channels', 'protocol-ll', 'small-buffers', 'pcie-p2p'],
  'protocol-or-buffer': ['protocol-ll', 'small-buffers'],
  'few-channels': ['few-channels'],
  'pcie-path': ['pcie-p2p'],
  'pcie-or-shm-path': ['shared-memory', 'pcie-p2p'],
  'shm-path': ['shared-memory'],
  'sockets-or-iommu': ['network-inside-node'],
  sockets: ['network-inside-node'],
  'one-bridge-missing': ['lanes-down'],
  'two-bridges-missing': ['lanes-down'],
  'not-one-pair': ['pcie-p2p', 'shared-memory'],
  'half-the-nics': ['few-nics', 'slow-port'],
  'two-to-four-nics': ['few-nics'],
  'one-nic': ['one-nic'],
  'no-gdr-or-sockets': ['no-gdr', 'sockets'],
  'plugin-missing': ['sockets', 'no-gdr'],
}

/** Causes that the measured all_reduce plateau of this machine is known for. */
export function bandedCauses({ run, verdict }: RunFacts): ReadonlySet<BottleneckKey> {
  const { query, row, measured } = verdict
  if (run.collective !== 'all_reduce' || !query || !row || measured === undefined) return new Set()
  const fabric = query.nics?.reduce((sum, nic) => sum + nic.count * nic.gigabitsPerSecond, 0)
  const bands = diagnosisBands({ ...query, bytes: row.size, busbw: measured, fabric })
  return new Set(bands.flatMap(({ key }) => meanings[key] ?? []))
}
