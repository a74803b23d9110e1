import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface HostengineEntry {
  readonly timeText: string
  readonly level: string
  readonly module?: string
  readonly text: string
  readonly count: number
  readonly line: number
  readonly lastLine: number
}

/** nv-hostengine.log and nvvs.log: no measurements; errors, warnings, and lines that name the version. Repeats are folded. */
export interface DcgmHostengineLog {
  readonly entries: readonly HostengineEntry[]
  readonly version?: AtLine<string>
  readonly total: number
}

export const dcgmHostengineLog = defineStreamFormat<DcgmHostengineLog>({
  id: 'dcgm/hostengine-log',
  title: 'Log of nv-hostengine',
  command: '/var/log/nv-hostengine.log',
  example:
    '2026-02-01 14:12:01.205 ERROR [9596:9598] [[NvSwitch]] Could not load NSCQ. [DcgmNscqManager.cpp:198] [Init]',
  anchors: [' [[', 'ERROR [', 'WARN  [', 'INFO  ['],
  reader: () => ({ take: () => null, close: () => null }),
})
