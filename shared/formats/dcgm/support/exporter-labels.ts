import { normaliseBusId } from '../../../model/pci-id'
import { keep } from './text'

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
  readonly cpu?: number
  /** GPU instance: a sample of the same name stands for the whole GPU too. */
  readonly instance?: string
  readonly profile?: string
}

// `key="value"` with escapes; a blank after the comma in old releases.
const LABEL = /\s*([A-Za-z_]\w{0,99})="((?:[^"\\]|\\.)*)"\s*,?/y

export function readLabels(text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  LABEL.lastIndex = 0
  for (let found = LABEL.exec(text); found; found = LABEL.exec(text)) {
    labels.set(
      keep(found[1] ?? ''),
      keep((found[2] ?? '').replace(/\\(.)/g, (_all, char: string) => (char === 'n' ? '\n' : char))),
    )
  }
  return labels
}

/** Labels that name the entity, under each of their spellings. The rest goes on as labels. */
export function readEntity(labels: ReadonlyMap<string, string>): {
  readonly entity: ExporterEntity
  readonly rest: Readonly<Record<string, string>>
} {
  const left = new Map(labels)
  const take = (...names: readonly string[]): string | undefined => {
    let value: string | undefined
    for (const name of names) {
      const found = left.get(name)
      left.delete(name)
      if (found !== undefined && found !== '') value ??= found
    }
    return value
  }
  const gpu = numberIn(take('gpu'))
  const link = numberIn(take('nvlink'))
  const switchId = numberIn(take('nvswitch'))
  const core = take('cpucore')
  const cpu = numberIn(take('cpu'))
  const instance = take('GPU_I_ID')
  const bus = take('pci_bus_id')
  left.delete('device')
  const entity: ExporterEntity = {
    kind: kindOf(link, switchId, core, cpu, instance, gpu),
    gpu,
    uuid: take('UUID', 'uuid', 'gpu_uuid'),
    busId: bus === undefined ? undefined : normaliseBusId(bus),
    modelName: take('modelName', 'model_name'),
    hostname: take('Hostname', 'hostname'),
    link,
    switchId,
    cpu,
    instance,
    profile: take('GPU_I_PROFILE'),
  }
  return { entity, rest: Object.fromEntries(left) }
}

function kindOf(
  link: number | undefined,
  switchId: number | undefined,
  core: string | undefined,
  cpu: number | undefined,
  instance: string | undefined,
  gpu: number | undefined,
): ExporterEntity['kind'] {
  if (link !== undefined) return 'link'
  if (switchId !== undefined) return 'switch'
  if (core !== undefined) return 'cpu-core'
  if (cpu !== undefined) return 'cpu'
  if (instance !== undefined) return 'mig'
  return gpu === undefined ? 'unknown' : 'gpu'
}

/** `0`, older `nvswitch0`. */
function numberIn(text: string | undefined): number | undefined {
  const digits = /(\d{1,6})$/.exec(text ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
