import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { DcgmEntity } from './support/entity'

export type HealthState = 'healthy' | 'warning' | 'failure' | 'error' | 'unknown'

export interface HealthIncident {
  /** Undefined when the report does not say whose it is. */
  readonly entity?: DcgmEntity
  /** `PCIe system`, `NVLINK system`, ... */
  readonly system: string
  readonly state: HealthState
  /** Whole text, wrapped lines joined. */
  readonly text: string
  readonly line: number
  readonly endLine: number
}

/** `dcgmi health -c` of every generation. */
export interface DcgmHealth {
  readonly overall?: AtLine<HealthState>
  readonly entities: readonly { readonly entity: DcgmEntity; readonly state: HealthState; readonly line: number }[]
  readonly incidents: readonly HealthIncident[]
}

export const dcgmHealth = defineBlockFormat<DcgmHealth>({
  id: 'dcgm/health',
  title: 'DCGM health report',
  command: 'dcgmi health -c -g 0',
  example: '| Health Monitor Report                                                        |',
  anchors: ['Health Monitor Report', 'Overall Health'],
  begins: () => false,
  parse: () => null,
})
