/** What DCGM counts: a GPU, a MIG instance, an NVSwitch, one NVLink, a Grace CPU or core, a ConnectX adapter. */
export type DcgmEntityKind =
  'gpu' | 'gpu-instance' | 'compute-instance' | 'switch' | 'link' | 'cpu' | 'cpu-core' | 'connectx' | 'vgpu' | 'unknown'

export interface DcgmEntity {
  readonly kind: DcgmEntityKind
  /** DCGM's own number: a gpuId is mostly, not always, the index of nvidia-smi; of MIG instances it is the EntityID. */
  readonly id: number
  /** Of a link in DCGM 4.6 and later: whose link it is. Before, the id packs type, owner and port. */
  readonly owner?: { readonly kind: 'gpu' | 'switch'; readonly id: number }
  readonly text: string
}

const FORMS: readonly (readonly [RegExp, DcgmEntityKind])[] = [
  [/^GPU-I (\d+)$/, 'gpu-instance'],
  [/^GPU-CI (\d+)$/, 'compute-instance'],
  [/^GPU ?(\d+)$/i, 'gpu'],
  [/^(?:NvSwitch|Switch|SW) ?(\d+)$/i, 'switch'],
  [/^LINK ?(\d+)$/i, 'link'],
  [/^CPU[ _]?Core ?(\d+)$/i, 'cpu-core'],
  [/^CPU ?(\d+)$/i, 'cpu'],
  [/^(?:CX|ConnectX) ?(\d+)$/i, 'connectx'],
  [/^vGPU ?(\d+)$/i, 'vgpu'],
  [/^UNKNOWN ?(\d+)$/i, 'unknown'],
]
const OWNED_LINK = /^(GPU|SW|Switch) ?(\d+) LINK ?(\d+)$/i

/** `GPU 0`, `GPU0`, `GPU-I 3`, `Switch 0`, `LINK 1234`, `GPU 0 LINK 3`, `CPU Core 12`, `CX 0`; null when it is no entity. */
export function readEntity(text: string): DcgmEntity | null {
  const trimmed = text.trim()
  const owned = OWNED_LINK.exec(trimmed)
  if (owned) {
    const owner = { kind: owned[1]?.toUpperCase() === 'GPU' ? 'gpu' : 'switch', id: Number(owned[2]) } as const
    return { kind: 'link', id: Number(owned[3]), owner, text: trimmed }
  }
  for (const [form, kind] of FORMS) {
    const found = form.exec(trimmed)
    if (found) return { kind, id: Number(found[1]), text: trimmed }
  }
  return null
}

/** DCGM entity groups by number (dcgm_structs.h), as the JSON of 4.x names them. */
const GROUPS: readonly (DcgmEntityKind | undefined)[] = [
  undefined,
  'gpu',
  'vgpu',
  'switch',
  'gpu-instance',
  'compute-instance',
  'link',
  'cpu',
  'cpu-core',
  'connectx',
]

export function entityOfGroup(group: number, id: number): DcgmEntity {
  const kind = GROUPS[group] ?? 'unknown'
  return { kind, id, text: `${LABELS[kind]} ${id}` }
}

export function gpuEntity(id: number): DcgmEntity {
  return { kind: 'gpu', id, text: `GPU ${id}` }
}

const LABELS: Readonly<Record<DcgmEntityKind, string>> = {
  gpu: 'GPU',
  'gpu-instance': 'GPU-I',
  'compute-instance': 'GPU-CI',
  switch: 'Switch',
  link: 'LINK',
  cpu: 'CPU',
  'cpu-core': 'CPU Core',
  connectx: 'CX',
  vgpu: 'vGPU',
  unknown: 'entity',
}
