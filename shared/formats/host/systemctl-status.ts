import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface ServiceState {
  /** Without `.service`. */
  readonly unit: string
  readonly description?: string
  /** `loaded`, `not-found`, `masked`; `not-found` also for "could not be found". */
  readonly load?: AtLine<string>
  /** enabled, disabled, static. */
  readonly enablement?: string
  readonly active?: AtLine<'active' | 'inactive' | 'failed' | 'activating' | 'other'>
  /** Text behind `Active:`. */
  readonly activeText?: string
  readonly line: number
  readonly endLine: number
}

/** `systemctl status`. In a container or guest it says nothing about the host. */
export interface SystemctlStatus {
  readonly services: readonly ServiceState[]
}

export const systemctlStatus = defineBlockFormat<SystemctlStatus>({
  id: 'host/systemctl-status',
  title: 'State of a service',
  command: 'systemctl status nvidia-fabricmanager',
  example: '● nvidia-fabricmanager.service - NVIDIA fabric manager service',
  anchors: ['.service - ', '.service could not be found'],
  begins: () => false,
  parse: () => null,
})
