import { dcgmDiscovery } from '../formats/dcgm/discovery'
import { nvbandwidth } from '../formats/bench/nvbandwidth'
import { collectEnv } from '../formats/host/collect-env'
import { kernelLog } from '../formats/host/kernel-log'
import { ncclLog } from '../formats/nccl/log'
import { ncclTests } from '../formats/nccl/tests'
import { ncclTestsJson } from '../formats/nccl/tests-json'
import { gpuList } from '../formats/nvidia-smi/list'
import { topoMatrix } from '../formats/nvidia-smi/topo-matrix'
import { dcgmNvlinkStatus } from '../formats/dcgm/nvlink-status'
import { findGpu } from '../knowledge/gpus'
import type { Parsed } from '../model/format'
import type { Gpu, GpuSample } from '../model/gpu'
import { normaliseBusId } from '../model/pci-id'
import type { SourceRef, Sourced } from '../model/source'
import { linksOf, nvlinkCaptures, type GpuLinks } from './links'
import { queryCaptures } from './queries'
import { at, of } from './sections'

/** What one place in one capture says of one GPU. */
export interface Observation {
  readonly index?: number
  /** The index is CUDA's or a container's own: used for joining only where nothing better is known. */
  readonly weakIndex?: boolean
  readonly uuid?: string
  readonly busId?: string
  readonly name?: string
  readonly source: SourceRef
  readonly sample?: GpuSample
}

interface Draft {
  index?: number
  strongIndex: boolean
  uuid?: Sourced<string>
  busId?: Sourced<string>
  /** The bus id came with a weak index: it does not number the others of the node. */
  weakBus?: boolean
  name?: Sourced<string>
  readonly samples: GpuSample[]
  readonly sources: SourceRef[]
}

const FULL_UUID = /^GPU-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Joins everything that a node's captures say of its GPUs: by UUID, then PCI bus id, then index. */
export function gpusOf(
  nodeId: string,
  sections: readonly Parsed[],
  isThisHost: (host: string) => boolean,
): readonly Gpu[] {
  const drafts: Draft[] = []
  const observations = nameAnonymous(observe(sections, isThisHost), sections)
  // What carries a strong identity comes first, so that weaker ones find something to join.
  const strength = (seen: Observation): number => (seen.uuid ? 0 : seen.busId ? 1 : seen.weakIndex ? 3 : 2)
  for (const seen of [...observations].sort((a, b) => strength(a) - strength(b))) {
    const draft = find(drafts, seen) ?? create(drafts)
    absorb(draft, seen)
    unite(drafts, draft)
  }
  numberByOrder(drafts)
  drafts.sort(
    (a, b) =>
      (a.index ?? Infinity) - (b.index ?? Infinity) || (a.busId?.value ?? '').localeCompare(b.busId?.value ?? ''),
  )
  const links = nvlinkCaptures(sections)
  const used = new Map<string, number>()
  return drafts.map((draft, order) => {
    const label = `gpu${draft.index ?? `-${draft.busId?.value ?? order}`}`
    const repeat = used.get(label) ?? 0
    used.set(label, repeat + 1)
    const own: GpuLinks = linksOf(links, draft)
    return {
      id: `${nodeId}/${label}${repeat === 0 ? '' : `.${repeat + 1}`}`,
      index: draft.index,
      name: draft.name,
      product: draft.name ? findGpu(draft.name.value)?.id : undefined,
      uuid: draft.uuid,
      busId: draft.busId,
      links: own.links,
      linkMessage: own.message,
      linksDamaged: own.damaged,
      samples: orderSamples(draft.samples),
      sources: draft.sources,
    }
  })
}

function observe(sections: readonly Parsed[], isThisHost: (host: string) => boolean): readonly Observation[] {
  const seen: Observation[] = []
  for (const section of of(sections, gpuList)) {
    for (const gpu of section.value.gpus)
      seen.push({ ...identity(gpu.uuid, undefined, gpu.name), index: gpu.index, source: at(section, gpu.line) })
  }
  for (const { section, gpu } of queryCaptures(sections)) {
    const sample: GpuSample = {
      capture: section,
      values: gpu.values,
      time: gpu.time ?? section.value.timestamp,
      headerLine: gpu.headerLine,
    }
    const busId = gpu.busId?.value ?? gpu.values.busId?.value
    seen.push({
      ...identity(gpu.values.uuid?.value, busId, gpu.values.name?.value),
      index: gpu.index?.value,
      source: at(section, gpu.headerLine),
      sample,
    })
  }
  for (const { section, gpu } of nvlinkCaptures(sections)) {
    seen.push({ ...identity(gpu.uuid, undefined, gpu.name), index: gpu.index, source: at(section, gpu.line) })
  }
  for (const section of of(sections, topoMatrix)) {
    for (const device of section.value.devices) {
      const index = device.kind === 'gpu' ? Number(/\d+$/.exec(device.name)?.[0]) : NaN
      if (Number.isInteger(index))
        seen.push({ index, source: at(section, device.line ?? section.value.headerLine ?? section.line) })
    }
  }
  for (const section of of(sections, dcgmDiscovery)) {
    for (const gpu of section.value.gpus) {
      seen.push({
        ...identity(gpu.uuid?.value, gpu.busId?.value, gpu.name?.value),
        index: gpu.id,
        weakIndex: true,
        source: at(section, gpu.line),
      })
    }
  }
  for (const section of of(sections, dcgmNvlinkStatus)) {
    for (const gpu of section.value.gpus) seen.push({ index: gpu.id, source: at(section, gpu.line) })
  }
  for (const section of of(sections, collectEnv)) {
    for (const gpu of section.value.gpus) {
      for (const index of gpu.indices) seen.push({ index, name: gpu.name, source: at(section, gpu.line) })
    }
  }
  for (const section of [...of(sections, ncclTests), ...of(sections, ncclTestsJson)]) {
    for (const rank of section.value.rankList) {
      if (!isThisHost(rank.host)) continue
      seen.push({
        ...identity(undefined, rank.busId, rank.gpuName),
        index: rank.device,
        weakIndex: true,
        source: at(section, rank.line),
      })
    }
  }
  for (const section of of(sections, ncclLog)) {
    for (const line of section.value.communicators) {
      if (!isThisHost(line.host) || (line.busId === undefined && line.nvmlDevice === undefined)) continue
      seen.push({
        ...identity(undefined, line.busId, undefined),
        index: line.nvmlDevice,
        weakIndex: true,
        source: at(section, line.line),
      })
    }
  }
  for (const section of of(sections, nvbandwidth)) {
    for (const device of section.value.devices) {
      if (device.host !== undefined && !isThisHost(device.host)) continue
      seen.push({
        ...identity(undefined, device.busId, device.name),
        index: device.index,
        weakIndex: true,
        source: at(section, device.line),
      })
    }
  }
  return seen
}

/**
 * A block of `-q -i N` whose head was cut names no GPU. Where the kernel log complains of exactly one GPU and nothing else is known of
 * any, the captures were taken for that one: two of them are two samples of it, not two GPUs.
 */
function nameAnonymous(seen: readonly Observation[], sections: readonly Parsed[]): readonly Observation[] {
  const anonymous = seen.filter((one) => one.index === undefined && one.uuid === undefined && one.busId === undefined)
  if (anonymous.length === 0 || anonymous.length !== seen.length) return seen
  const places = new Set(
    of(sections, kernelLog).flatMap((log) =>
      log.value.events.flatMap((event) => (event.kind === 'xid' ? (event.busId ?? []) : [])),
    ),
  )
  const [only] = places
  return places.size === 1 && only !== undefined ? seen.map((one) => ({ ...one, busId: only })) : seen
}

/** Redacted and shortened ids, and cut names, identify nothing. */
function identity(
  uuid: string | undefined,
  busId: string | undefined,
  name: string | undefined,
): Pick<Observation, 'uuid' | 'busId' | 'name'> {
  return {
    uuid: uuid !== undefined && FULL_UUID.test(uuid) ? uuid : undefined,
    busId: busId === undefined ? undefined : normaliseBusId(busId),
    name: name !== undefined && name !== '' && !name.endsWith('...') && name !== 'N/A' ? name : undefined,
  }
}

function create(drafts: Draft[]): Draft {
  const draft: Draft = { strongIndex: false, samples: [], sources: [] }
  drafts.push(draft)
  return draft
}

function find(drafts: readonly Draft[], seen: Observation): Draft | undefined {
  if (seen.uuid) {
    const found = drafts.find((draft) => draft.uuid?.value.toLowerCase() === seen.uuid?.toLowerCase())
    if (found) return found
  }
  if (seen.busId) {
    const found = drafts.find((draft) => draft.busId?.value === seen.busId && compatible(draft, seen))
    if (found) return found
    // A CUDA index beside a bus id says nothing of the driver's index, where captures of the driver show bus ids.
    if (seen.weakIndex && drafts.some((draft) => draft.busId && !draft.weakBus)) return undefined
  }
  return seen.index === undefined
    ? undefined
    : drafts.find((draft) => draft.index === seen.index && compatible(draft, seen))
}

function compatible(draft: Draft, seen: Observation): boolean {
  if (draft.uuid && seen.uuid && draft.uuid.value.toLowerCase() !== seen.uuid.toLowerCase()) return false
  return !(draft.busId && seen.busId && draft.busId.value !== seen.busId)
}

function absorb(draft: Draft, seen: Observation): void {
  if (seen.index !== undefined && (draft.index === undefined || (!draft.strongIndex && !seen.weakIndex))) {
    draft.index = seen.index
    draft.strongIndex = !seen.weakIndex
  }
  if (seen.uuid && !draft.uuid) draft.uuid = { value: seen.uuid, source: seen.source }
  if (seen.busId && (!draft.busId || draft.weakBus)) {
    draft.weakBus = seen.weakIndex
    draft.busId ??= { value: seen.busId, source: seen.source }
  }
  // The longest name wins: the narrow table cuts names, DCGM and logs never do.
  if (
    seen.name &&
    (!draft.name || (seen.name.length > draft.name.value.length && seen.name.startsWith(draft.name.value)))
  ) {
    draft.name = { value: seen.name, source: seen.source }
  }
  if (seen.sample) draft.samples.push(seen.sample)
  draft.sources.push(seen.source)
}

/** An observation with two identities can show that two drafts are one GPU. */
function unite(drafts: Draft[], draft: Draft): void {
  for (const other of [...drafts]) {
    if (other === draft) continue
    const sameUuid = other.uuid && draft.uuid && other.uuid.value.toLowerCase() === draft.uuid.value.toLowerCase()
    const sameBus = other.busId && draft.busId && other.busId.value === draft.busId.value && !(other.uuid && draft.uuid)
    const sameIndex =
      other.index !== undefined &&
      other.index === draft.index &&
      other.strongIndex &&
      draft.strongIndex &&
      !(other.uuid && draft.uuid) &&
      !(other.busId && draft.busId)
    if (!sameUuid && !sameBus && !sameIndex) continue
    draft.uuid ??= other.uuid
    if (!draft.busId) draft.weakBus = other.weakBus
    draft.busId ??= other.busId
    draft.name ??= other.name
    if (draft.index === undefined || (!draft.strongIndex && other.strongIndex)) {
      draft.index = other.index ?? draft.index
      draft.strongIndex = other.strongIndex || draft.strongIndex
    }
    draft.samples.push(...other.samples)
    draft.sources.push(...other.sources)
    drafts.splice(drafts.indexOf(other), 1)
  }
}

/** -q prints no index, but its blocks stand in index order, which is bus id order: number them if nothing else does. */
function numberByOrder(drafts: Draft[]): void {
  const unnumbered = drafts.filter((draft) => draft.index === undefined)
  if (unnumbered.length === 0 || unnumbered.length !== drafts.length) return
  const complete = drafts.every((draft) => {
    const total = draft.samples.find((sample) => sample.capture.format.startsWith('nvidia-smi/query'))?.capture
      .value as { attachedGpus?: { value: number } } | undefined
    return total?.attachedGpus === undefined || total.attachedGpus.value === drafts.length
  })
  if (!complete) return
  unnumbered.sort((a, b) => (a.busId?.value ?? '').localeCompare(b.busId?.value ?? ''))
  unnumbered.forEach((draft, index) => (draft.index = index))
}

function orderSamples(samples: readonly GpuSample[]): readonly GpuSample[] {
  return [...samples].sort((a, b) =>
    a.capture.document === b.capture.document
      ? a.headerLine - b.headerLine
      : compareDocuments(a.capture.document, b.capture.document),
  )
}

/** Document ids count up in the order of opening: d2 before d10. */
export function compareDocuments(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
