import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export type FabricEventKind =
  | 'switch-error'
  | 'nothing-to-do'
  | 'training-failure'
  | 'degraded'
  | 'version-mismatch'
  | 'multicast'
  | 'count'
  | 'version'
  | 'generation'
  | 'management-port'
  | 'started'
  | 'failed'
  | 'other'

export interface FabricEvent {
  readonly kind: FabricEventKind
  /** INFO, WARNING, ERROR, CRITICAL; undefined in journal lines. */
  readonly level?: string
  readonly text: string
  readonly code?: number
  readonly fatal?: boolean
  readonly busId?: string
  readonly physicalId?: number
  readonly port?: number
  readonly timeText?: string
  readonly lastTimeText?: string
  readonly host?: string
  readonly count: number
  readonly line: number
  readonly endLine: number
  readonly lastLine: number
}

/** Log of nv-fabricmanager, from its file or the journal. */
export interface FabricManagerLog {
  readonly version?: AtLine<string>
  /** Errors, warnings, and the INFO lines worth reading; repeats folded. */
  readonly events: readonly FabricEvent[]
  readonly gpusFound?: AtLine<number>
  readonly switchesFound?: AtLine<number>
  /** NVLS is in use: multicast groups were set up. */
  readonly multicastGroups: number
  /** RDMA devices that are NVSwitch management functions, never NICs. */
  readonly managementDevices: readonly AtLine<string>[]
  readonly hosts: readonly string[]
  readonly total: number
}

export const fabricManagerLog = defineStreamFormat<FabricManagerLog>({
  id: 'host/fabric-manager-log',
  title: 'Fabric Manager log',
  command: '/var/log/fabricmanager.log',
  example:
    '[Feb 27 2026 15:10:02] [ERROR] [tid 12727] detected NVSwitch non-fatal error 12028 on fid 0 on NVSwitch pci bus id 00000000:86:00.0 physical id 3 port 61',
  anchors: ['[tid ', 'nv-fabricmanager', 'NV_WARN_NOTHING_TO_DO', 'nvidia-fabricmanager'],
  reader: () => ({ take: () => null, close: () => null }),
})
