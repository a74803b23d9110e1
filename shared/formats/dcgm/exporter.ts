import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface ExporterEntity {
  readonly kind: 'gpu' | 'mig' | 'switch' | 'link' | 'cpu' | 'cpu-core' | 'unknown'
  /** `gpu="0"`. */
  readonly gpu?: number
  readonly uuid?: string
  /** Normalised. */
  readonly busId?: string
  readonly modelName?: string
  /** `Hostname` or `hostname`; often a container id. */
  readonly hostname?: string
  readonly link?: number
  readonly switchId?: number
  /** GPU instance: a sample of the same name stands for the whole GPU too. */
  readonly instance?: string
  readonly profile?: string
}

export interface ExporterSample {
  /** `DCGM_FI_DEV_XID_ERRORS`. */
  readonly metric: string
  readonly entity: ExporterEntity
  /** Labels that `entity` does not hold: err_code, xid, pod, fields declared as labels. */
  readonly labels: Readonly<Record<string, string>>
  /** As printed. */
  readonly text: string
  /** Undefined for blank sentinels (9223372036854775792-795 and their kin), NaN and cut numbers. */
  readonly value?: number
  /** Why there is no value. */
  readonly blank?: 'blank' | 'not-found' | 'not-supported' | 'no-permission'
  /** First and last reading when the same sample occurs again (two scrapes in one text). */
  readonly first?: number
  readonly min?: number
  readonly max?: number
  readonly count: number
  readonly line: number
  readonly lastLine: number
}

/** Prometheus text of dcgm-exporter. Xid is the last one seen, until restart; TYPE may be wrong (rates declared counter). */
export interface DcgmExporter {
  readonly samples: readonly ExporterSample[]
  readonly types: readonly { readonly metric: string; readonly type: string; readonly line: number }[]
  /** Label DCGM_FI_DRIVER_VERSION, if declared. */
  readonly driver?: AtLine<string>
}

export const dcgmExporter = defineStreamFormat<DcgmExporter>({
  id: 'dcgm/exporter',
  title: 'Metrics of dcgm-exporter',
  command: 'curl localhost:9400/metrics',
  example: 'DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-1",device="nvidia0",Hostname="gn-a07"} 61',
  anchors: ['DCGM_FI_', 'DCGM_EXP_'],
  reader: () => ({ take: () => null, close: () => null }),
})
